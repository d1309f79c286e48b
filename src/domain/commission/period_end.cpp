#include "domain/commission/period_end.hpp"

#include <algorithm>

#include "domain/commission/rev_share.hpp"

namespace fairlead::commission {
namespace {

Activity ActivityAtPeriodEnd(const StateKey& key, std::span<const KeyedGroup> all) {
    const StateKey counted = ActivityKey(key.affiliate, key.period, key.deal);
    const auto found = std::ranges::find(all, counted, &KeyedGroup::key);
    return found == all.end() ? Activity() : found->group->activity;
}

// The terms of the group. Null if they have no rules for negative periods besides the policy.
const Terms* TermsWithRules(const Plan& plan, const StateKey& key) {
    const Deal* deal = plan.FindDeal(key.deal);
    const DealVersion* version = deal == nullptr ? nullptr : deal->Version(key.version);
    const bool has_rules =
        version != nullptr && version->terms.rev_share && !version->terms.rev_share->negative.has_only_policy();
    return has_rules ? &version->terms : nullptr;
}

}  // namespace

PeriodEnd EndOf(const Plan& plan, const KeyedGroup& one, std::span<const KeyedGroup> all) {
    const Terms* terms = TermsWithRules(plan, one.key);
    if (terms == nullptr) return {};
    const RevShareTerms& share = *terms->rev_share;
    const RateInput input = InputOf(plan, one.key, *terms, *one.group, ActivityAtPeriodEnd(one.key, all));
    const CountedSums counted = CountedIn(share, *one.group, input.digits.value_or(Decimal::kFractionDigits));
    const BaseParts parts = PartsOf(share, counted.whole);
    const AppliedRates rates = RatesFor(share, parts, input);
    const auto below_zero = [&](Decimal base) { return EarnedAt(share, rates, BaseParts{base}, input); };
    PeriodEnd end{.players = counted.players};
    if (share.negative.only_chargebacks && parts.Total().IsNegative()) {
        end.by_chargebacks = below_zero(std::min(-parts.Total(), counted.whole.chargebacks));
    }
    if (!share.negative.carry_base) return end;
    const Decimal own = parts.Total() - one.group->sums.opening;
    Decimal expired;
    for (const CarriedBase& each : LeftAfter(one.group->openings, own, one.key.period, &CarriedBase::base)) {
        if (IsCarriedOn(share.negative, each.from, one.key.period)) {
            end.carried.push_back(each);
        } else {
            expired = expired - each.base;
        }
    }
    if (!expired.IsZero()) end.expired = below_zero(expired);
    return end;
}

std::vector<PlayerId> OwingPlayers(const Plan& plan, std::span<const KeyedGroup> all) {
    std::vector<PlayerId> players;
    for (const KeyedGroup& one : all) {
        for (const FencedPlayer& each : EndOf(plan, one, all).players) {
            if (!each.owed.IsZero()) players.push_back(each.player);
        }
    }
    return players;
}

bool CanReduce(const NegativeTerms& terms, Period from, Period later) {
    return !terms.carry_months || later.Month().number <= from.Month().number + *terms.carry_months;
}

bool IsCarriedOn(const NegativeTerms& terms, Period from, Period period) {
    return CanReduce(terms, from, period.Next());
}

}  // namespace fairlead::commission
