#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time/time_zone.hpp"
#include "domain/reporting/grouping.hpp"

namespace fairlead::reporting {

// From a moment to before another.
struct TimeSpan {
    Timestamp from;
    Timestamp to;

    bool operator==(const TimeSpan&) const = default;
};

// What days, hours, weeks and months are called in a time zone, and when they are.
class Calendar {
public:
    explicit Calendar(TimeZone zone) : zone_(std::move(zone)) {}

    const TimeZone& zone() const { return zone_; }
    TimeSpan SpanOf(Date first, Date last) const { return {zone_.StartOf(first), zone_.StartOf({last.days + 1})}; }

    // The name of a value: see TimeBucket.
    std::string Name(TimeBucket bucket, std::int64_t value) const;
    // What a name stands for; nothing where it is none.
    std::optional<TimeSpan> Find(TimeBucket bucket, std::string_view name) const;

private:
    std::string HourName(Timestamp start) const;
    std::optional<TimeSpan> FindHour(std::string_view name) const;

    TimeZone zone_;
};

}  // namespace fairlead::reporting
