#include "domain/statements/parents.hpp"

#include <algorithm>

namespace fairlead::statements {
namespace {

// A bound, although a cycle of parents is refused: `verify` also reads damaged records.
constexpr int kDepthMax = 100;

int DepthOf(const commission::Plan& plan, AffiliateId affiliate) {
    const auto* found = plan.FindAffiliate(affiliate);
    int depth = 0;
    while (found != nullptr && found->parent && depth < kDepthMax) {
        found = plan.FindAffiliate(*found->parent);
        ++depth;
    }
    return depth;
}

}  // namespace

std::vector<Money> FollowedByParents(const Statement& statement) {
    std::vector<Money> amounts;
    for (const Line& line : statement.lines) {
        const bool settles = line.type == LineType::kCarryOver || line.type == LineType::kWaiver;
        if (settles && line.deal) amounts.push_back({line.amount, statement.currency});
    }
    return amounts;
}

std::vector<AffiliateId> InOrderOfClosing(const commission::Plan& plan, std::vector<AffiliateId> affiliates) {
    std::ranges::sort(affiliates);
    if (plan.rules() < commission::kRulesOfCounterparts) return affiliates;
    std::ranges::stable_sort(affiliates, std::greater(), [&](const AffiliateId& each) { return DepthOf(plan, each); });
    return affiliates;
}

}  // namespace fairlead::statements
