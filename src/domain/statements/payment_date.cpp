#include "domain/statements/payment_date.hpp"

namespace fairlead::statements {
namespace {

constexpr Date kFirstPaymentDate{10'957};  // 2000-01-01.
constexpr std::int32_t kDaysAheadMax = 366;

}  // namespace

Status CheckPaymentDate(Date date, Date today) {
    if (date >= kFirstPaymentDate && date.days <= today.days + kDaysAheadMax) return {};
    return Fail(ErrorCode::kInvalidValue, "must be from 2000-01-01 to at most a year in the future");
}

}  // namespace fairlead::statements
