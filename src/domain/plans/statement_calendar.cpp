#include "domain/plans/statement_calendar.hpp"

#include <algorithm>
#include <ranges>

namespace fairlead::commission {

void StatementCalendar::ChangeTo(PeriodKind kind, std::optional<Date> from) {
    // A missing day sorts before every day, as in std::optional.
    std::erase_if(changes_, [&](const KindFrom& each) { return each.day >= from; });
    if (last_kind() != kind) changes_.push_back({from, kind});
}

const StatementCalendar::KindFrom* StatementCalendar::ChangeOn(Date day) const {
    for (const KindFrom& each : changes_ | std::views::reverse) {
        if (!each.day || *each.day <= day) return &each;
    }
    return nullptr;
}

PeriodKind StatementCalendar::KindOn(Date day) const {
    const KindFrom* change = ChangeOn(day);
    return change == nullptr ? PeriodKind::kMonth : change->kind;
}

Date StatementCalendar::FirstDayOf(Period period) const {
    const KindFrom* change = ChangeOn(period.LastDay());
    const Date first = period.FirstDay();
    return change != nullptr && change->day ? std::max(*change->day, first) : first;
}

std::optional<Period> StatementCalendar::MonthEndingIn(Period period) const {
    const Period month = Period::Of(period.LastDay());
    if (month.LastDay() == period.LastDay()) return month;
    const Period earlier = month.Plus(-1);
    return earlier.LastDay() >= FirstDayOf(period) ? std::optional(earlier) : std::nullopt;
}

}  // namespace fairlead::commission
