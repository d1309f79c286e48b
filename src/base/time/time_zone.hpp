#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time/period.hpp"

namespace fairlead {

// Whether the machine's IANA database (Debian's package tzdata) has a zone with exactly this name. UTC is always known,
// even without the database. Reads a file.
bool IsTimeZone(std::string_view name);

// Fails if the machine has no such database.
Status CheckTimeZones();

// The offset of local time from UTC at any time. Once loaded it does not change with the machine's database.
class TimeZone {
public:
    // UTC.
    TimeZone() : changes_{{Timestamp{INT64_MIN}, 0}} {}

    // Empty if IsTimeZone is false. Reads a file.
    static std::optional<TimeZone> Load(std::string_view name);

    Date DateOf(Timestamp time) const;
    // The calendar month. Statements may have other periods: see Plan::PeriodOf.
    Period MonthOf(Timestamp time) const { return Period::Of(DateOf(time)); }
    // The first moment of the day, which is after midnight if clocks skip midnight. If clocks skip the whole day, the
    // moment at which they do.
    Timestamp StartOf(Date date) const;
    // This zone before a moment, and another zone from then on.
    TimeZone Until(Timestamp end, const TimeZone& next) const;
    // How far the local time of another zone is ahead of this one at a moment.
    std::int64_t AheadMicros(const TimeZone& other, Timestamp time) const {
        return other.OffsetAt(time) - OffsetAt(time);
    }
    // The same time of day the given number of calendar months later. If that month is too short, its last day.
    Timestamp PlusMonths(Timestamp time, int months) const;

    // An offset from UTC, which applies from a moment on. Positive east of Greenwich.
    struct Offset {
        Timestamp from;
        std::int64_t micros = 0;
    };
    // The offsets that apply between two moments. The first one starts at `from`.
    std::vector<Offset> OffsetsBetween(Timestamp from, Timestamp to) const;

private:
    struct Change {
        Timestamp from;
        std::int64_t offset_micros = 0;
    };

    // The change that applies at a moment.
    std::vector<Change>::const_iterator ChangeAt(Timestamp time) const;
    std::int64_t OffsetAt(Timestamp time) const { return ChangeAt(time)->offset_micros; }
    Timestamp FromLocal(std::int64_t local_micros) const;

    std::vector<Change> changes_;  // Ordered by time. The first one has no start.
};

}  // namespace fairlead
