#pragma once

#include "base/result.hpp"
#include "base/time/date.hpp"

namespace fairlead::statements {

// Refuses a payment date that must be a typing error. `today` is the date in UTC.
Status CheckPaymentDate(Date date, Date today);

}  // namespace fairlead::statements
