#include "domain/commission/period_end.hpp"

#include <algorithm>
#include <functional>
#include <ranges>

#include "domain/commission/rev_share.hpp"

namespace fairlead::commission {
namespace {

Activity ActivityAtPeriodEnd(const StateKey& key, std::span<const KeyedGroup> all) {
    const StateKey counted = ActivityKey(key.affiliate, key.period, key.deal);
    const auto found = std::ranges::find(all, counted, &KeyedGroup::key);
    return found == all.end() ? Activity() : found->group->activity;
}

// What is carried of the base of a group into the affiliate's next period, and what expires.
void CarryBase(const NegativeTerms& negative, const KeyedGroup& one, Period next, Decimal own,
               const std::function<Decimal(Decimal)>& below_zero, PeriodEnd& end) {
    Decimal expired;
    Decimal carried;
    for (const CarriedBase& each : LeftAfter(one.group->openings, own, one.key.period, &CarriedBase::base)) {
        if (CanReduce(negative, each.from, next)) {
            end.carried.push_back(each);
            carried = carried - each.base;
        } else {
            expired = expired - each.base;
        }
    }
    if (!carried.IsZero()) end.carried_amount = below_zero(carried);
    if (!expired.IsZero()) end.expired = below_zero(expired);
}

}  // namespace

NegativeTerms NegativeTermsOn(const Deal& deal, Date last_day) {
    const auto* in_force = deal.VersionOn(last_day);
    if (in_force != nullptr && in_force->terms.rev_share) return in_force->terms.rev_share->negative;
    for (const auto& version : deal.NotWithdrawn() | std::views::reverse) {
        if (version.terms.rev_share) return version.terms.rev_share->negative;
    }
    return {};
}

PeriodEnd EndOf(const Plan& plan, const KeyedGroup& one, std::span<const KeyedGroup> all) {
    const Deal* deal = plan.FindDeal(one.key.deal);
    const DealVersion* version = deal == nullptr ? nullptr : deal->Version(one.key.version);
    if (version == nullptr || !version->terms.rev_share) return {};
    const RevShareTerms& share = *version->terms.rev_share;
    const NegativeTerms negative = NegativeTermsOn(*deal, one.key.period.LastDay());
    if (share.negative.has_only_policy() && negative.has_only_policy()) return {};
    const RateInput input = InputOf(plan, one.key, version->terms, *one.group, ActivityAtPeriodEnd(one.key, all));
    const CountedSums counted = CountedIn(share, *one.group, input.digits.value_or(Decimal::kFractionDigits));
    const BaseParts parts = PartsOf(share, counted.whole);
    const AppliedRates rates = RatesFor(share, parts, input);
    const auto below_zero = [&](Decimal base) { return EarnedAt(share, rates, BaseParts{base}, input); };
    PeriodEnd end{.players = counted.players};
    if (negative.only_chargebacks && share.deduct_chargebacks && parts.Total().IsNegative()) {
        // A player that left can have taken more chargebacks along than the period has.
        const Decimal chargebacks = std::max(counted.whole.chargebacks, Decimal());
        end.by_chargebacks = below_zero(std::min(-parts.Total(), chargebacks));
    }
    if (negative.carry_base) {
        const Period next = plan.CalendarOf(one.key.affiliate).After(one.key.period);
        CarryBase(negative, one, next, parts.Total() - one.group->sums.opening, below_zero, end);
    }
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

}  // namespace fairlead::commission
