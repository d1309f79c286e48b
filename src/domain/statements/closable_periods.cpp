#include "domain/statements/closable_periods.hpp"

namespace fairlead::statements {
namespace {

constexpr std::int32_t kMonthsWithoutAccrualsMax = 24;

std::string NamedPeriod(Period period) { return "the " + std::string(NounOf(period.kind())) + " " + period.ToString(); }

}  // namespace

Status CheckEnded(Date today, Period period) {
    if (period.LastDay() < today) return {};
    return Fail(ErrorCode::kConflict, NamedPeriod(period) + " has not ended yet");
}

Status CheckNotLongAgo(Date today, Period period) {
    if (Period::Of(today).number - period.Month().number <= kMonthsWithoutAccrualsMax) return {};
    return Fail(ErrorCode::kConflict, NamedPeriod(period) + " is long before the first accrual", "/period");
}

Status CheckKind(const commission::Plan& plan, AffiliateId affiliate, Period period) {
    const auto& calendar = plan.CalendarOf(affiliate);
    if (calendar.Has(period)) return {};
    return Fail(ErrorCode::kConflict,
                NamedPeriod(period) + " is not a statement period of affiliate " + affiliate.ToString() + ": " +
                    period.LastDay().ToString() + " is in its " +
                    NamedPeriod(calendar.PeriodOn(period.LastDay())).substr(4),
                "/period");
}

}  // namespace fairlead::statements
