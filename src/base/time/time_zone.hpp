#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/time/date.hpp"

namespace fairlead {

// Whether the name is one of the IANA database's, as this machine has it (Debian's package tzdata). UTC is known
// everywhere; a machine without the database knows nothing else. Names are matched exactly. Reads a file.
bool IsTimeZone(std::string_view name);

// How far a place's clocks are from UTC, at any time. A value: what it says does not change with the machine.
class TimeZone {
public:
    // UTC.
    TimeZone() : changes_{{Timestamp{INT64_MIN}, 0}} {}

    // Nothing where IsTimeZone is false. Reads a file.
    static std::optional<TimeZone> Load(std::string_view name);

    Date DateOf(Timestamp time) const;
    Period PeriodOf(Timestamp time) const { return Period::Of(DateOf(time)); }
    // When the day begins here. Where clocks skip midnight, the first moment of the day.
    Timestamp StartOf(Date date) const;
    // The same time of day so many calendar months later; the month's last day where it has no such day.
    Timestamp PlusMonths(Timestamp time, int months) const;

    // How far clocks are ahead of UTC, from a moment on.
    struct Offset {
        Timestamp from;
        std::int64_t micros = 0;
    };
    // The offsets that hold between two moments, the first one from `from` on.
    std::vector<Offset> OffsetsBetween(Timestamp from, Timestamp to) const;

private:
    struct Change {
        Timestamp from;
        std::int64_t offset_micros = 0;
    };

    std::int64_t OffsetAt(Timestamp time) const;
    Timestamp FromLocal(std::int64_t local_micros) const;

    std::vector<Change> changes_;  // In the order of time; the first one is from the beginning.
};

}  // namespace fairlead
