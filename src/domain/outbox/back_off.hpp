#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time/time.hpp"

namespace fairlead::outbox {

// When a failed message is tried again. All spans are in microseconds.
inline constexpr std::int64_t kFirstWaitMicros = 5 * kMicrosPerSecond;
inline constexpr std::int64_t kLongestWaitMicros = 6 * 3600 * kMicrosPerSecond;
// A message that was tried for this long has failed.
inline constexpr std::int64_t kTryForMicros = 3 * kMicrosPerDay;
// A destination without a success for this long is paused.
inline constexpr std::int64_t kPauseAfterMicros = kMicrosPerDay;

// The wait after this number of failed attempts, at least one: it grows from seconds to hours. `chance` is evenly
// distributed from 0 to 1 and takes away up to half of the wait, so that many messages are not sent at the same moment.
std::int64_t WaitAfter(int failures, double chance);

// How long a receiver asks the sender to wait: the value of Retry-After, in seconds or as a date of HTTP. Empty if it
// cannot be read. At most a day.
std::optional<std::int64_t> ReadRetryAfter(std::string_view value, Timestamp now);

}  // namespace fairlead::outbox
