#pragma once

#include <cstdint>
#include <optional>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::tracking {

// What a click's id says: a UUIDv7 whose time is the moment its block was recorded, to the microsecond, which no other
// block of the operator shares. So a click is found by its id alone, without an index, and ids order as clicks do.
struct ClickPlace {
    Timestamp recorded_at;
    std::uint32_t index = 0;   // Among the clicks of the block.
    std::uint64_t random = 0;  // What makes the id hard to guess.

    bool operator==(const ClickPlace&) const = default;
};

inline constexpr int kClickRandomBits = 46;
inline constexpr std::uint32_t kClicksPerBlockMax = 65'536;

ClickId MakeClickId(const ClickPlace& place);

// Nothing where the id cannot be one of ours.
std::optional<ClickPlace> PlaceOf(ClickId id);

}  // namespace fairlead::tracking
