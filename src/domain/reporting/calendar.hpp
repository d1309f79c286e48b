#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time/time_zone.hpp"
#include "domain/reporting/grouping.hpp"

namespace fairlead::reporting {

// A time span. It includes `from` and excludes `to`.
struct TimeSpan {
    Timestamp from;
    Timestamp to;

    bool operator==(const TimeSpan&) const = default;
};

// The names and the time spans of hours, days, weeks and months in a time zone.
class Calendar {
public:
    explicit Calendar(TimeZone zone) : zone_(std::move(zone)) {}

    const TimeZone& zone() const { return zone_; }
    TimeSpan SpanOf(Date first, Date last) const { return {zone_.StartOf(first), zone_.StartOf({last.days + 1})}; }

    // The name of a value of TimeBucket.
    std::string Name(TimeBucket bucket, std::int64_t value) const;
    // The time span of a name. Nothing if the name is invalid.
    std::optional<TimeSpan> Find(TimeBucket bucket, std::string_view name) const;

private:
    std::string HourName(Timestamp start) const;
    std::optional<TimeSpan> FindHour(std::string_view name) const;

    TimeZone zone_;
};

}  // namespace fairlead::reporting
