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

bool IsBelow(const commission::Plan& plan, AffiliateId affiliate, AffiliateId parent) {
    const auto* found = plan.FindAffiliate(affiliate);
    for (int depth = 0; found != nullptr && found->parent && depth < kDepthMax; ++depth) {
        if (*found->parent == parent) return true;
        found = plan.FindAffiliate(*found->parent);
    }
    return false;
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

std::optional<Period> FollowedPeriod(const commission::Plan& plan, const commission::Accrual& share) {
    const Date day = plan.zone().DateOf(share.event_time);
    std::optional<Period> found;
    for (const auto& [affiliate, ignored] : plan.affiliates()) {
        const Period period = plan.CalendarOf(affiliate).PeriodOn(day);
        if (period.LastDay() != day || !IsBelow(plan, affiliate, share.affiliate)) continue;
        if (found && *found != period) return std::nullopt;
        found = period;
    }
    return found;
}

}  // namespace fairlead::statements
