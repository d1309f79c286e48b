#pragma once

#include <cstdint>
#include <optional>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::tracking {

// The content of a click id. It is a UUIDv7 with the time, in microseconds, at which the block was recorded. No two
// blocks of an operator have the same time. So a click is found by its id without an index, and ids sort by time.
struct ClickPlace {
    Timestamp recorded_at;
    std::uint32_t index = 0;   // The index of the click in the block.
    std::uint64_t random = 0;  // Makes the id hard to guess.

    bool operator==(const ClickPlace&) const = default;
};

inline constexpr int kClickRandomBits = 46;
inline constexpr std::uint32_t kClicksPerBlockMax = 65'536;

ClickId MakeClickId(const ClickPlace& place);

// Returns nothing if the id cannot be one that MakeClickId made.
std::optional<ClickPlace> PlaceOf(ClickId id);

}  // namespace fairlead::tracking
