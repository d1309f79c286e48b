#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time/date.hpp"

namespace fairlead::reporting {

// A range of days relative to today, for saved reports without dates.
enum class RelativePeriod : std::uint8_t {
    kLast30Days,
    kToday,
    kYesterday,
    kLast7Days,
    kThisMonth,
    kLastMonth,
    kLast90Days,
    kThisQuarter,
    kLastQuarter,
    kThisYear,
    kLastYear,
};
inline constexpr std::array<std::string_view, 11> kRelativePeriodNames{
    "last30Days", "today",       "yesterday",   "last7Days", "thisMonth", "lastMonth",
    "last90Days", "thisQuarter", "lastQuarter", "thisYear",  "lastYear"};
inline constexpr RelativePeriod kRelativePeriodDefault = RelativePeriod::kLast30Days;

constexpr std::string_view NameOf(RelativePeriod period) {
    return kRelativePeriodNames[static_cast<std::size_t>(period)];
}
std::optional<RelativePeriod> FindRelativePeriod(std::string_view name);

// Includes both days.
struct DateRange {
    Date start;
    Date end;

    bool operator==(const DateRange&) const = default;
};

// The days of a period, seen from `today`. No period ends after today, because future days have no facts.
DateRange RangeOf(RelativePeriod period, Date today);

// The range that another one is compared with.
enum class ComparedWith : std::uint8_t { kPreviousPeriod, kSamePeriodLastYear };
inline constexpr std::array<std::string_view, 2> kComparedWithNames{"previousPeriod", "samePeriodLastYear"};

// The previous period of one or several whole months is the same number of months before them. The previous period of
// this month, quarter or year is the same days of the previous month, quarter or year. In all other cases it is the
// same number of days directly before. `period` is the period from which the range was computed, if any.
DateRange RangeToCompare(const DateRange& range, std::optional<RelativePeriod> period, ComparedWith with);

}  // namespace fairlead::reporting
