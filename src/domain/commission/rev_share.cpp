#include "domain/commission/rev_share.hpp"

#include "domain/commission/ring_fence.hpp"
#include "domain/money/minor_unit.hpp"

namespace fairlead::commission {
namespace {

// The rate of a move. If the rates stay the same and the move concerns one part of the base, it is the rate of the
// part.
std::optional<Decimal> RateOfMove(const RevShareTerms& terms, const RevShareSums& added, const AppliedRates& rates) {
    if (added.products.empty()) return rates.rate;
    const bool only_product = added.products.size() == 1 && RevShareSums{.products = added.products} == added;
    return only_product ? std::optional(RateOfPart(terms, rates, added.products.front().product)) : std::nullopt;
}

}  // namespace

Decimal EarnedOn(const RevShareTerms& terms, Decimal base) {
    const BaseParts parts{base};
    return EarnedAt(terms, RatesFor(terms, parts, {}), parts, {});
}

std::optional<Decimal> RateAt(const RevShareTerms& terms, Decimal base) {
    const BaseParts parts{base};
    return OneRate(terms, RatesFor(terms, parts, {}), parts, {});
}

EarnedShare ShareOf(const RevShareTerms& terms, const RevShareSums& sums, const RateInput& input) {
    const BaseParts parts = PartsOf(terms, sums);
    const AppliedRates rates = RatesFor(terms, parts, input);
    return {parts.Total(), OneRate(terms, rates, parts, input), EarnedAt(terms, rates, parts, input)};
}

RateInput InputOf(const Plan& plan, const StateKey& key, const Terms& terms, const GroupState& group,
                  const Activity& activity) {
    const RevShareTerms& share = *terms.rev_share;
    RateInput input;
    const ActivityParts parts = PartsIn(share);
    if (parts.new_depositors) input.activity.new_depositors = activity.new_depositors;
    if (parts.qualified_players) input.activity.qualified_players = activity.qualified_players;
    if (parts.active_players) input.activity.active_players = activity.active_players;
    if (parts.deposits) input.activity.deposits = activity.deposits;
    input.at_least = plan.IntroRateOf(key.affiliate, key.period, share);
    if (group.by_brand || parts.any()) input.digits = MinorUnitDigits(terms.currency);
    return input;
}

void StartBrands(const Plan& plan, const RevShareTerms& terms, GroupState& group) {
    // The base of a ring-fenced player is also taken out of the sums of the player's brand.
    const bool needed = CanReRate(terms) || terms.negative.high_roller;
    const bool starts = !group.by_brand && plan.rules() >= kRulesOfBrands && needed && group.sums == RevShareSums{};
    if (starts) group.by_brand = true;
}

MovedShare MoveShare(const RevShareTerms& terms, GroupState& group, const AddedSums& added, const RateInput& before,
                     const RateInput& after) {
    if (HasOwnCount(terms, group) || !added.openings.empty()) {
        return MoveCountedShare(terms, group, added, before, after);
    }
    MovedShare moved{.seen = {group.sums, group.sums, before, after}};
    const BaseParts parts_before = PartsOf(terms, group.sums);
    group.sums += added.sums;
    // If nothing is added, the list of brands must not change, because a state that is only re-rated is not stored.
    if (group.by_brand && added.sums != RevShareSums{}) group.SumsOf(added.brand) += added.sums;
    moved.seen.after = group.sums;
    const BaseParts parts_after = PartsOf(terms, group.sums);
    const AppliedRates rates_before = RatesFor(terms, parts_before, before);
    const AppliedRates rates_after = RatesFor(terms, parts_after, after);
    moved.base = parts_after.Total() - parts_before.Total();
    moved.amount =
        EarnedAt(terms, rates_after, parts_after, after) - EarnedAt(terms, rates_before, parts_before, before);
    const auto rate_before = OneRate(terms, rates_before, parts_before, before);
    const auto rate_after = OneRate(terms, rates_after, parts_after, after);
    if (rates_before.SameAs(rates_after)) {
        moved.rate = RateOfMove(terms, added.sums, rates_after);
        return moved;
    }
    if (parts_before.Total().IsZero() || rate_before == rate_after) moved.rate = rate_after;
    if (!group.by_brand) return moved;
    for (const BrandSums& each : group.brands) {
        if (each.brand == added.brand) continue;
        const BaseParts own = PartsOf(terms, each.sums);
        const Decimal amount = EarnedAt(terms, rates_after, own, after) - EarnedAt(terms, rates_before, own, before);
        if (amount.IsZero()) continue;
        moved.others.push_back({each.brand, own.Total(), amount, OneRate(terms, rates_after, own, after)});
        moved.amount = moved.amount - amount;
    }
    return moved;
}

void SetShare(const MovedShare& moved, Accrual& accrual) {
    accrual.base = moved.base;
    accrual.amount.amount = moved.amount;
    accrual.rate = moved.rate;
    accrual.rev_share = moved.seen;
}

Accrual ReRatingOf(const ReRatedBrand& brand, const MovedShare& moved, const Accrual& own) {
    Accrual accrual = own;
    if (accrual.reason == Reason::kEarned) accrual.reason = Reason::kReRated;
    accrual.player.reset();
    // The base of earlier periods has no brand.
    accrual.brand = brand.brand == BrandId() ? std::nullopt : std::optional(brand.brand);
    accrual.reverses.reset();
    accrual.conversion.reset();
    accrual.base.reset();
    accrual.amount.amount = brand.amount;
    accrual.rate = brand.rate;
    accrual.rev_share = moved.seen;
    accrual.rev_share->re_rated_base = brand.base;
    return accrual;
}

}  // namespace fairlead::commission
