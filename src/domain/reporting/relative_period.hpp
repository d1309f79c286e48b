#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time/date.hpp"

namespace fairlead::reporting {

// A range of days relative to today, for saved reports without dates.
enum class RelativePeriod : std::uint8_t { kLast30Days, kToday, kYesterday, kLast7Days, kThisMonth, kLastMonth };
inline constexpr std::array<std::string_view, 6> kRelativePeriodNames{"last30Days", "today",     "yesterday",
                                                                      "last7Days",  "thisMonth", "lastMonth"};
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

}  // namespace fairlead::reporting
