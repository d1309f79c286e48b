#pragma once

#include "domain/accruals/accrual.hpp"
#include "domain/plans/plan.hpp"

namespace fairlead::commission {

// Converts with the latest exchange rate on or before the UTC day of `time`. Empty if there is no such rate, or if the
// result is out of range.
std::optional<Conversion> ConvertedOn(const Plan& plan, const Money& money, Currency to, Timestamp time);

}  // namespace fairlead::commission
