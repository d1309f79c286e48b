#include "base/assert.hpp"
#include "base/number/percent.hpp"
#include "domain/accruals/conversion.hpp"
#include "domain/commission/engine.hpp"

// The shares of parents: docs/commission.md §2.7 and §6.11.
namespace fairlead::commission {
namespace {

// A bound, although a cycle of parents is refused: `verify` also reads damaged records.
constexpr std::size_t kLevelsMax = 100;

}  // namespace

template <class PayOne>
void CommissionEngine::ForParents(AffiliateId child, PayOne pay) const {
    const auto* affiliate = plan_.FindAffiliate(child);
    for (std::size_t level = 1; level <= kLevelsMax && affiliate != nullptr && affiliate->parent; ++level) {
        const AffiliateId parent = *affiliate->parent;
        if (!plan_.EarnsNothing(parent)) pay(level, parent);
        affiliate = plan_.FindAffiliate(parent);
    }
}

void CommissionEngine::PayParents(const Player& player, const PlayerEvent& event, const Accrual& child) {
    if (child.amount.amount.IsZero()) return;
    const Date day = plan_.zone().DateOf(event.time);
    ForParents(child.affiliate, [&](std::size_t level, AffiliateId parent) {
        const ChosenDeal chosen = plan_.Choose(parent, player.brand, player.country, day);
        if (!chosen || !chosen.version->terms.sub_affiliate) return;
        const auto percent = chosen.version->terms.sub_affiliate->PercentAt(level);
        if (percent) Share(child, event, {parent, *percent}, chosen, player);
    });
}

void CommissionEngine::Share(const Accrual& child, const PlayerEvent& event, const ParentShare& parent,
                             const ChosenDeal& chosen, const Player& player) {
    const Terms& terms = chosen.version->terms;
    std::optional<Conversion> conversion;
    if (child.amount.currency != terms.currency) {
        conversion = ConvertedOn(plan_, child.amount, terms.currency, event.time);
        if (!conversion) {
            // It belongs to the player of the sub-affiliate's accrual, so a reassignment of the player removes it too.
            Player whose = player;
            whose.id = child.player.value_or(player.id);
            return KeepUnpriced({.player = std::move(whose),
                                 .event = event,
                                 .affiliate = parent.affiliate,
                                 .deal = chosen.deal->id,
                                 .version = chosen.version->number,
                                 .component = Component::kSubAffiliate,
                                 .from = child.amount.currency,
                                 .to = terms.currency,
                                 .child = child,
                                 .percent = parent.percent});
        }
    }
    Accrual share{.affiliate = parent.affiliate,
                  .deal = chosen.deal->id,
                  .version = chosen.version->number,
                  .rate = parent.percent,
                  .conversion = conversion};
    share.amount.currency = terms.currency;
    RecordShare(child, plan_.PeriodOf(parent.affiliate, TimeOfShare(child)), std::move(share));
}

Timestamp CommissionEngine::TimeOfShare(const Accrual& child) { return child.payable_from.value_or(child.event_time); }

// `share` has the affiliate, the terms, the percentage and the conversion of the sub-affiliate's amount. `own` is the
// period of the share, if that is open.
void CommissionEngine::RecordShare(const Accrual& child, Period own, Accrual share) {
    FAIRLEAD_ASSERT(share.rate, "a parent's share has a percentage");
    share.player = child.player;
    share.brand = child.brand;
    share.event_seq = child.event_seq;
    share.component = Component::kSubAffiliate;
    share.reason = child.reason;
    share.event_time = child.event_time;
    share.payable_from = child.payable_from;
    if (child.number != 0) share.source = child.number;
    share.period = plan_.OpenFrom(share.affiliate, own);
    share.late = share.period != own;
    share.base = share.conversion ? share.conversion->converted : child.amount.amount;
    share.amount.amount = Percent(*share.base, *share.rate);
    Record(std::move(share));
}

void CommissionEngine::FollowStatement(AffiliateId affiliate, Period closed, const Money& settled) {
    if (plan_.rules() < kRulesOfCounterparts) return;
    // This is not a recorded accrual, so it has no number.
    const Accrual child{.affiliate = affiliate,
                        .reason = Reason::kFollowed,
                        .period = closed,
                        .event_time = plan_.EndOf(closed),
                        .amount = settled};
    PayParents(Player(), {.time = child.event_time}, child);
}

}  // namespace fairlead::commission
