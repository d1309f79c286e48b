#pragma once

#include <string>

#include "domain/commission/state.hpp"
#include "domain/deals/terms.hpp"

namespace fairlead::commission {

// A percentage of wagers: see docs/commission.md §6.6. Each product with a rate of its own, and all others together,
// have a sum in the month, and earn its percentage.

// The rate of a product in lower case, or of all others if the name is empty.
Decimal TurnoverRate(const TurnoverTerms& terms, const std::string& product);

// Adds to the sum of a product, and sets what an accrual says about it.
void MoveTurnover(const TurnoverTerms& terms, const std::string& product, Decimal added, GroupState& group,
                  Accrual& accrual);

}  // namespace fairlead::commission
