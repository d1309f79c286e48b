#pragma once

#include <optional>
#include <vector>

#include "base/time/period.hpp"

namespace fairlead::commission {

// The statement periods of one affiliate (docs/commission.md §6.12): months, and from certain days on other kinds. A
// change begins after the end of a period, so a day is in one period. The first period after a change may have begun
// before it: then it has fewer days.
class StatementCalendar {
public:
    // From this day on, or always without a day, the periods are of this kind. Replaces changes that begin later.
    void ChangeTo(PeriodKind kind, std::optional<Date> from);

    Period PeriodOn(Date day) const { return Period::Of(KindOn(day), day); }
    // Whether it is a period of this affiliate.
    bool Has(Period period) const { return KindOn(period.LastDay()) == period.kind(); }
    // The next and the previous period of this affiliate.
    Period After(Period period) const { return PeriodOn({period.LastDay().days + 1}); }
    Period Before(Period period) const { return PeriodOn({FirstDayOf(period).days - 1}); }
    // The first day of the period that is not in an earlier one.
    Date FirstDayOf(Period period) const;
    // The calendar month whose last day is in the period, if any.
    std::optional<Period> MonthEndingIn(Period period) const;
    // The kind after all changes.
    PeriodKind last_kind() const { return changes_.empty() ? PeriodKind::kMonth : changes_.back().kind; }

    bool operator==(const StatementCalendar&) const = default;

private:
    struct KindFrom {
        std::optional<Date> day;  // Nothing: always.
        PeriodKind kind = PeriodKind::kMonth;

        bool operator==(const KindFrom&) const = default;
    };

    // The change that is in force on the day. Null before the first one.
    const KindFrom* ChangeOn(Date day) const;
    PeriodKind KindOn(Date day) const;

    std::vector<KindFrom> changes_;  // In the order of their days.
};

}  // namespace fairlead::commission
