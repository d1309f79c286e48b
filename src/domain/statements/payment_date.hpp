#pragma once

#include "base/result.hpp"
#include "base/time/date.hpp"

namespace fairlead::statements {

// Refuses a date of a payment that only a typing error explains. `today` is the date in UTC.
Status CheckPaymentDate(Date date, Date today);

}  // namespace fairlead::statements
