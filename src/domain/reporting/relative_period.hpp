#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time/date.hpp"

namespace fairlead::reporting {

// Days that move along with the calendar: what a saved report is about that names no dates.
enum class RelativePeriod : std::uint8_t { kLast30Days, kToday, kYesterday, kLast7Days, kThisMonth, kLastMonth };
inline constexpr std::array<std::string_view, 6> kRelativePeriodNames{"last30Days", "today",     "yesterday",
                                                                      "last7Days",  "thisMonth", "lastMonth"};
inline constexpr RelativePeriod kRelativePeriodDefault = RelativePeriod::kLast30Days;

constexpr std::string_view NameOf(RelativePeriod period) {
    return kRelativePeriodNames[static_cast<std::size_t>(period)];
}
std::optional<RelativePeriod> FindRelativePeriod(std::string_view name);

// Both days are part of it.
struct DateRange {
    Date start;
    Date end;

    bool operator==(const DateRange&) const = default;
};

// The period as of a day, which is part of it but for yesterday and the last month: what is to come has no facts.
DateRange RangeOf(RelativePeriod period, Date today);

}  // namespace fairlead::reporting
