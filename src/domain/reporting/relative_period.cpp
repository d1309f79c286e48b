#include "domain/reporting/relative_period.hpp"

#include <algorithm>

#include "base/time/period.hpp"

namespace fairlead::reporting {
namespace {

constexpr std::int32_t kMonthsOfQuarter = 3;
constexpr std::int32_t kMonthsOfYear = 12;

Date DaysBefore(Date day, std::int32_t count) { return {day.days - count}; }

// The first month of the quarter or year that contains the day.
Period FirstMonth(Date day, std::int32_t months) {
    const Period month = Period::Of(day);
    return {month.number - month.number % months};
}

DateRange PreviousMonths(Date today, std::int32_t months) {
    const Period first = FirstMonth(today, months);
    return {Period{first.number - months}.FirstDay(), Period{first.number - 1}.LastDay()};
}

// The number of months of a period that is not over yet. 0 for others.
std::int32_t MonthsUnderWay(std::optional<RelativePeriod> period) {
    if (period == RelativePeriod::kThisMonth) return 1;
    if (period == RelativePeriod::kThisQuarter) return kMonthsOfQuarter;
    return period == RelativePeriod::kThisYear ? kMonthsOfYear : 0;
}

DateRange PreviousRange(const DateRange& range, std::optional<RelativePeriod> period) {
    const Period first = Period::Of(range.start);
    const Period last = Period::Of(range.end);
    const std::int32_t length = range.end.days - range.start.days;
    if (const std::int32_t months = MonthsUnderWay(period); months > 0) {
        const Date start = Period{first.number - months}.FirstDay();
        return {start, std::min(Date{start.days + length}, DaysBefore(range.start, 1))};
    }
    if (range.start == first.FirstDay() && range.end == last.LastDay()) {
        const std::int32_t months = last.number - first.number + 1;
        return {Period{first.number - months}.FirstDay(), DaysBefore(range.start, 1)};
    }
    return {DaysBefore(range.start, length + 1), DaysBefore(range.start, 1)};
}

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
        case RelativePeriod::kLast90Days: return {DaysBefore(today, 89), today};
        case RelativePeriod::kThisQuarter: return {FirstMonth(today, kMonthsOfQuarter).FirstDay(), today};
        case RelativePeriod::kLastQuarter: return PreviousMonths(today, kMonthsOfQuarter);
        case RelativePeriod::kThisYear: return {FirstMonth(today, kMonthsOfYear).FirstDay(), today};
        case RelativePeriod::kLastYear: return PreviousMonths(today, kMonthsOfYear);
    }
    return {today, today};
}

DateRange RangeToCompare(const DateRange& range, std::optional<RelativePeriod> period, ComparedWith with) {
    if (with == ComparedWith::kPreviousPeriod) return PreviousRange(range, period);
    // A whole month stays a whole month: February has one day more in some years.
    const bool ends_month = range.end == Period::Of(range.end).LastDay();
    const Date end = ends_month ? Period::Of(range.end).Plus(-kMonthsOfYear).LastDay() : range.end.YearsBefore(1);
    return {range.start.YearsBefore(1), end};
}

}  // namespace fairlead::reporting
