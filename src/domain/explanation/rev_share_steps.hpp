#pragma once

#include <vector>

#include "domain/explanation/explanation.hpp"

namespace fairlead::commission {

// The steps of a RevShare accrual that belong to rules of docs/commission.md §6: activity, products, deductions, the
// rate that applies and what is missing to the next one. Empty for a deal without them. `accrual` has seen RevShare.
std::vector<Step> RevShareRuleSteps(const RevShareTerms& terms, const Accrual& accrual, std::string_view brand_name);

}  // namespace fairlead::commission
