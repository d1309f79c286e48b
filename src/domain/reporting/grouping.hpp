#pragma once

#include <cstdint>
#include <variant>

#include "domain/reporting/fact_row.hpp"

namespace fairlead::reporting {

// A piece of local time. The value of an hour is the minute (UTC) in which it begins, or in which clocks change by a
// part of an hour and the rest of it has another name; of a date the days since 1970, of
// a week its Monday's, of a month the months since January of the year 0, as in Period.
enum class TimeBucket : std::uint8_t { kHour, kDate, kWeek, kMonth };

// The code of the FactKind of an event; 0 for all else.
struct EventTypeGroup {
    bool operator==(const EventTypeGroup&) const = default;
};

// What rows are put together by.
using Grouping = std::variant<TimeBucket, EventTypeGroup, Dimension>;

// A value of a group: a number for times and event types, an Uuid or a text for dimensions. Views: valid in the call.
using GroupCell = std::variant<std::int64_t, Uuid, std::string_view>;

// What is counted once, however often it occurs in a group: whatever has a summed weight above zero there.
enum class Entity : std::uint8_t {
    kPlayer,
    kVisit,  // A visitor, per local day and link.
};

}  // namespace fairlead::reporting
