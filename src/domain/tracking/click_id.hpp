#pragma once

#include <cstdint>
#include <optional>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::tracking {

// The content of a click id. It is a UUIDv7 with the time of the click's batch, in microseconds, so ids sort by time. A
// batch has the clicks that one event loop gathered for one operator in one turn. In ids of the first releases, the
// time is that of the block in which the click was recorded, and the batch is the block.
struct ClickPlace {
    Timestamp batch_time;
    std::uint32_t index = 0;   // The index of the click in the batch.
    std::uint64_t random = 0;  // Makes the id hard to guess. See click_checksum.hpp.

    bool operator==(const ClickPlace&) const = default;
};

inline constexpr int kClickRandomBits = 46;
inline constexpr std::uint32_t kClicksPerBatchMax = 65'536;
// The greatest time that fits into an id.
inline constexpr std::int64_t kBatchMicrosMax = (std::int64_t{1} << 48) * 1000 - 1;

ClickId MakeClickId(const ClickPlace& place);

// Returns nothing if the id cannot be one that MakeClickId made.
std::optional<ClickPlace> PlaceOf(ClickId id);

}  // namespace fairlead::tracking
