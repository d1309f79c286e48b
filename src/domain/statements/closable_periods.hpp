#pragma once

#include "base/result.hpp"
#include "domain/plans/plan.hpp"

namespace fairlead::statements {

// Which periods can be closed. `today` is the day of the ledger's clock in the operator's time zone.

// Refuses a period that has not ended.
Status CheckEnded(Date today, Period period);

// For a period without accruals in it or before it, which may have fixed fees and adjustments. Refuses a period so long
// ago that its year must be mistyped, because its closing would take the pending adjustments.
Status CheckNotLongAgo(Date today, Period period);

// Refuses a period that the affiliate does not have, because its periods are of another kind then.
Status CheckKind(const commission::Plan& plan, AffiliateId affiliate, Period period);

}  // namespace fairlead::statements
