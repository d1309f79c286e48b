#include "domain/commission/rev_share.hpp"

#include "base/number/percent.hpp"
#include "domain/commission/components.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

Decimal Whole(const RevShareTerms& terms, Decimal base) {
    Decimal rate = terms.rate;
    for (const RevShareTier& tier : terms.tiers) {
        if (base >= tier.from) rate = tier.rate;
    }
    return rate;
}

bool IsInTimeForRevShare(const Scene& scene, const RevShareTerms& terms) {
    if (!terms.duration_months) return true;
    return scene.event.time < scene.plan().zone().PlusMonths(scene.player.registered_at, *terms.duration_months);
}

}  // namespace

Decimal BaseOf(const RevShareTerms& terms, const RevShareSums& sums) {
    const Decimal kept = Decimal::FromInteger(100) - terms.admin_fee_percent;
    return Percent(sums.ngr, kept) - sums.chargebacks;
}

Decimal EarnedOn(const RevShareTerms& terms, Decimal base) {
    if (base.IsNegative()) return Percent(base, terms.rate);
    if (terms.tier_mode == TierMode::kWhole) return Percent(base, Whole(terms, base));
    // Each slice between two tiers has its own rate. The sum is rounded once.
    PercentSum earned;
    Decimal from;
    Decimal rate = terms.rate;
    for (const RevShareTier& tier : terms.tiers) {
        if (tier.from >= base) break;
        earned.Add(tier.from - from, rate);
        from = tier.from;
        rate = tier.rate;
    }
    earned.Add(base - from, rate);
    return earned.Rounded();
}

std::optional<Decimal> RateAt(const RevShareTerms& terms, Decimal base) {
    if (base.IsNegative() || terms.tiers.empty()) return terms.rate;
    if (terms.tier_mode == TierMode::kWhole) return Whole(terms, base);
    const RevShareTier& first = terms.tiers.front();
    if (base <= first.from) return terms.rate;
    // If a tier starts at zero, no slice has the base rate.
    return first.from.IsZero() && (terms.tiers.size() == 1 || base <= terms.tiers[1].from) ? std::optional(first.rate)
                                                                                           : std::nullopt;
}

void PriceMove(const RevShareTerms& terms, const RevShareSums& before, const RevShareSums& after, Accrual& accrual) {
    const Decimal base_before = BaseOf(terms, before);
    const Decimal base_after = BaseOf(terms, after);
    accrual.base = base_after - base_before;
    accrual.amount.amount = EarnedOn(terms, base_after) - EarnedOn(terms, base_before);
    const auto rate_before = RateAt(terms, base_before);
    const auto rate_after = RateAt(terms, base_after);
    accrual.rate = base_before.IsZero() || rate_before == rate_after ? rate_after : std::nullopt;
    accrual.rev_share = {before, after};
}

bool RevShareUses(const Deal&, const Terms& terms, EventType type) {
    if (!terms.rev_share) return false;
    return type == EventType::kNgrUpdate || (type == EventType::kChargeback && terms.rev_share->deduct_chargebacks);
}

void RevShareOnEvent(Scene& scene) {
    if (scene.amount.IsZero() || !RevShareUses(*scene.chosen.deal, scene.terms(), scene.event.type)) return;
    const RevShareTerms& terms = *scene.terms().rev_share;
    if (!IsInTimeForRevShare(scene, terms)) return;
    Accrual accrual = scene.NewAccrual(Component::kRevShare);
    const StateKey key = scene.KeyIn(accrual.period);
    RevShareSums& sums = scene.groups().Group(key).sums;
    const RevShareSums before = sums;
    (scene.event.type == EventType::kNgrUpdate ? sums.ngr : sums.chargebacks) += scene.amount;
    scene.groups().Changed(key);
    PriceMove(terms, before, sums, accrual);
    scene.Pay(std::move(accrual));
}

}  // namespace fairlead::commission
