#pragma once

#include <string>
#include <vector>

#include "domain/explanation/explanation.hpp"

namespace fairlead::commission {

// The texts and the period that the steps contain besides the figures.
struct ShareWords {
    std::string brand_name;
    std::string tier_pool;
    Period period;  // The period of the sums.
};

// The steps of a RevShare accrual that belong to rules of docs/commission.md §6: activity, products, deductions, the
// rate that applies and what is missing for the next rate. Empty for a deal without such rules. `accrual.rev_share`
// must be set.
std::vector<Step> RevShareRuleSteps(const RevShareTerms& terms, const Accrual& accrual, const ShareWords& words);

}  // namespace fairlead::commission
