#pragma once

#include "base/result.hpp"
#include "base/time/date.hpp"

namespace fairlead::statements {

// Which months can be closed. `current` is the month of the ledger's clock in the operator's time zone.

// Refuses a month that has not ended.
Status CheckEnded(Period current, Period month);

// For a month without accruals in it or before it, which may have fixed fees and adjustments. Refuses a month that only
// a mistyped year explains: its closing would take the pending adjustments.
Status CheckNotLongAgo(Period current, Period month);

}  // namespace fairlead::statements
