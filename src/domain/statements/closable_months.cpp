#include "domain/statements/closable_months.hpp"

namespace fairlead::statements {
namespace {

constexpr std::int32_t kMonthsWithoutAccrualsMax = 24;

}  // namespace

Status CheckEnded(Period current, Period month) {
    if (month < current) return {};
    return Fail(ErrorCode::kConflict, "the month " + month.ToString() + " has not ended yet");
}

Status CheckNotLongAgo(Period current, Period month) {
    if (current.months - month.months <= kMonthsWithoutAccrualsMax) return {};
    return Fail(ErrorCode::kConflict, "the month " + month.ToString() + " is long before the first accrual", "/period");
}

}  // namespace fairlead::statements
