#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/time/time.hpp"

namespace fairlead::reporting {

inline constexpr std::int64_t kMicrosPerMinute = 60 * kMicrosPerSecond;

// The minute since 1970 that a time is in, as facts keep it: rounded down, also before 1970. What is beyond the bounds
// is at them.
constexpr std::int32_t MinuteOf(Timestamp time) {
    const std::int64_t minute = time.micros / kMicrosPerMinute - (time.micros % kMicrosPerMinute < 0 ? 1 : 0);
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(minute, std::numeric_limits<std::int32_t>::min(),
                                                              std::numeric_limits<std::int32_t>::max()));
}

}  // namespace fairlead::reporting
