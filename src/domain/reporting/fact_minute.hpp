#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/time/time.hpp"

namespace fairlead::reporting {

inline constexpr std::int64_t kMicrosPerMinute = 60 * kMicrosPerSecond;

// The minute of a time since 1970, as facts store it. Rounded down, also before 1970, and limited to the range of the
// type.
constexpr std::int32_t MinuteOf(Timestamp time) {
    const std::int64_t minute = time.micros / kMicrosPerMinute - (time.micros % kMicrosPerMinute < 0 ? 1 : 0);
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(minute, std::numeric_limits<std::int32_t>::min(),
                                                              std::numeric_limits<std::int32_t>::max()));
}

}  // namespace fairlead::reporting
