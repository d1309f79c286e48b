#include "domain/reporting/relative_period.hpp"

#include <algorithm>

namespace fairlead::reporting {
namespace {

Date DaysBefore(Date day, std::int32_t count) { return {day.days - count}; }

}  // namespace

std::optional<RelativePeriod> FindRelativePeriod(std::string_view name) {
    const auto found = std::ranges::find(kRelativePeriodNames, name);
    if (found == kRelativePeriodNames.end()) return std::nullopt;
    return static_cast<RelativePeriod>(found - kRelativePeriodNames.begin());
}

DateRange RangeOf(RelativePeriod period, Date today) {
    switch (period) {
        case RelativePeriod::kLast30Days: return {DaysBefore(today, 29), today};
        case RelativePeriod::kToday: return {today, today};
        case RelativePeriod::kYesterday: return {DaysBefore(today, 1), DaysBefore(today, 1)};
        case RelativePeriod::kLast7Days: return {DaysBefore(today, 6), today};
        case RelativePeriod::kThisMonth: return {Period::Of(today).FirstDay(), today};
        case RelativePeriod::kLastMonth: {
            const Period last{Period::Of(today).number - 1};
            return {last.FirstDay(), last.LastDay()};
        }
    }
    return {today, today};
}

}  // namespace fairlead::reporting
