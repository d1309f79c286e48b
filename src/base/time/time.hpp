#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace fairlead {

// A point in time: UTC microseconds since 1970-01-01.
struct Timestamp {
    std::int64_t micros = 0;

    // Reads ISO 8601 with `Z` or an offset: "2026-03-10T14:05:09.123456Z", "2026-03-10T15:05+01:00". Seconds and
    // fraction are optional. A fraction may have 18 digits; those after the microsecond are dropped. A leap second
    // counts as the next second.
    static Result<Timestamp> ParseIso8601(std::string_view text);

    // "2026-03-10T14:05:09.123Z", with milliseconds, or with microseconds if the time is not a whole millisecond.
    std::string ToIso8601() const;

    constexpr auto operator<=>(const Timestamp&) const = default;
};

inline constexpr std::int64_t kMicrosPerSecond = 1'000'000;
inline constexpr std::int64_t kMicrosPerDay = 86'400 * kMicrosPerSecond;

// The system's clock. The domain does not read it: callers pass the time.
Timestamp Now();

// Whether the program has set Now() itself (set_clock.hpp).
bool IsClockSet();

// A clock that never steps back, for deadlines and rate limits.
std::int64_t SteadyMicros();

// The time since the machine started, including the time for which it was suspended. Setting the system's clock does
// not change it.
std::int64_t BootMicros();

}  // namespace fairlead
