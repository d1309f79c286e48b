#pragma once

#include "domain/plans/plan.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::statements {

// Returns the part of the material that comes from the plan: the minimum payout and the rule for negative RevShare. The
// caller adds the groups, the previous statement and the adjustments. The plan must outlive the result.
Material MaterialOf(const commission::Plan& plan, AffiliateId affiliate, Period period, Currency currency);

}  // namespace fairlead::statements
