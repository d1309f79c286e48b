#pragma once

#include <cstdint>
#include <variant>

#include "domain/reporting/fact_row.hpp"

namespace fairlead::reporting {

// A unit of local time. The values are: for an hour, the minute (UTC) in which it begins; for a date, the days since
// 1970; for a week, the days of its Monday; for a month, the months since January of the year 0, as in Period. If
// clocks change by a part of an hour, the rest of that hour is a value of its own.
enum class TimeBucket : std::uint8_t { kHour, kDate, kWeek, kMonth };

// Groups by the code of the FactKind. The code is 0 for rows that are not events.
struct EventTypeGroup {
    bool operator==(const EventTypeGroup&) const = default;
};

// What rows are grouped by.
using Grouping = std::variant<TimeBucket, EventTypeGroup, Dimension>;

// A value of a group: a number for times and event types, a Uuid or a text for dimensions. Views are valid only during
// the call.
using GroupCell = std::variant<std::int64_t, Uuid, std::string_view>;

// What is counted once per group, if the sum of its weights in the group is above zero.
enum class Entity : std::uint8_t {
    kPlayer,
    kVisit,  // A visitor, counted per local day and link.
};

}  // namespace fairlead::reporting
