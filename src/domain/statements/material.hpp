#pragma once

#include "domain/commission/plan.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::statements {

// What the plan says about a statement: the minimum that is paid out, and what becomes of negative shares of revenue.
// The groups, the statement before and adjustments are for the caller to add. Valid as long as the plan stays.
Material MaterialOf(const commission::Plan& plan, AffiliateId affiliate, Period period, Currency currency);

}  // namespace fairlead::statements
