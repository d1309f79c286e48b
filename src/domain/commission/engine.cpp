#include "domain/commission/engine.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/number/percent.hpp"
#include "domain/commission/components.hpp"
#include "domain/deals/rev_share_base.hpp"

namespace fairlead::commission {
namespace {

std::optional<Conversion> Convert(const Plan& plan, const Money& money, Currency to, Timestamp time) {
    const auto found = plan.RateOn(money.currency, to, Date::OfUtc(time));
    if (!found) return std::nullopt;
    const Decimal converted = found->rate.Convert(money.amount);
    if (converted > kConvertedMax || converted < -kConvertedMax) return std::nullopt;
    return Conversion{money, converted, found->date, found->rate.ToString()};
}

// The first component that needs the amount of the event, if any.
std::optional<Component> WhoUses(const ChosenDeal& chosen, const PlayerEvent& event, const ActivityParts& counted) {
    const events::EventType type = event.type;
    const auto& share = chosen.version->terms.rev_share;
    // NGR of an excluded product needs no exchange rate.
    if (share && type == events::EventType::kNgrUpdate && IsExcluded(*share, event.product)) return std::nullopt;
    for (const EventComponent& each : kEventComponents) {
        if (each.uses(*chosen.deal, chosen.version->terms, type)) return each.component;
    }
    const bool deposit = type == events::EventType::kFirstDeposit || type == events::EventType::kDeposit;
    return counted.deposits && deposit ? std::optional(Component::kRevShare) : std::nullopt;
}

const DealVersion& Earliest(const Deal& deal) {
    auto versions = deal.NotWithdrawn();
    const auto first = std::ranges::min_element(versions, {}, &DealVersion::effective_from);
    FAIRLEAD_ASSERT(first != versions.end(), "a deal that was chosen has a version");
    return *first;
}

}  // namespace

Period Scene::StateMonth() const {
    return plan().StateMonth(player.affiliate, *chosen.deal, plan().zone().PeriodOf(event.time));
}

Accrual Scene::NewAccrual(Component component, Reason reason) const {
    Accrual accrual{.affiliate = player.affiliate,
                    .player = player.id,
                    .brand = player.brand,
                    .event_seq = event.seq,
                    .deal = chosen.deal->id,
                    .version = chosen.version->number,
                    .component = component,
                    .reason = reason,
                    .event_time = event.time,
                    .conversion = conversion};
    const Period own = plan().zone().PeriodOf(event.time);
    accrual.period = plan().OpenFrom(player.affiliate, own);
    accrual.late = accrual.period != own;
    accrual.amount.currency = terms().currency;
    return accrual;
}

void Scene::PayFrom(Accrual& accrual, Timestamp payable_from) const {
    const Period own = plan().zone().PeriodOf(payable_from);
    accrual.payable_from = payable_from;
    accrual.period = plan().OpenFrom(player.affiliate, own);
    accrual.late = accrual.late || accrual.period != own;
}

void Scene::Pay(Accrual accrual) {
    const Accrual& recorded = engine_.Record(std::move(accrual));
    if (IsShared(recorded.component) && !recorded.amount.amount.IsZero()) {
        // A copy, because paying the parent appends to the same list.
        engine_.PayParent(player, event, Accrual(recorded));
    }
}

bool CommissionEngine::OnEvent(const Player& player, PlayerState& state, const PlayerEvent& event) {
    const PlayerState before = state;
    const ChosenDeal chosen = DealFor(player, state, event);
    if (chosen) {
        Scene scene(*this, player, state, event, chosen);
        const ActivityParts counted = plan_.ActivityOf(chosen.deal->id);
        const auto user = event.money ? WhoUses(chosen, event, counted) : std::nullopt;
        const Currency currency = chosen.version->terms.currency;
        if (user && event.money->currency != currency) {
            scene.conversion = Convert(plan_, *event.money, currency, event.time);
            if (!scene.conversion) {
                Hold({.player = player,
                      .event = event,
                      .affiliate = player.affiliate,
                      .deal = chosen.deal->id,
                      .version = chosen.version->number,
                      .component = *user,
                      .from = event.money->currency,
                      .to = currency});
                return state != before;
            }
        }
        if (user) scene.amount = scene.conversion ? scene.conversion->converted : event.money->amount;
        if (counted.any()) CountActivity(scene, counted);
        for (const EventComponent& each : kEventComponents) each.on_event(scene);
    }
    return state != before;
}

ChosenDeal CommissionEngine::DealFor(const Player& player, PlayerState& state, const PlayerEvent& event) const {
    if (!state.deal) {
        const Date day = plan_.zone().DateOf(event.time);
        const ChosenDeal chosen = plan_.Choose(player.affiliate, player.brand, player.country, day);
        if (!chosen) return {};
        state.deal = chosen.deal->id;
        if (chosen.deal->binding == Binding::kRegistration) {
            const DealVersion* version = chosen.deal->VersionOn(plan_.zone().DateOf(player.registered_at));
            state.version = (version == nullptr ? Earliest(*chosen.deal) : *version).number;
        }
    }
    if (state.version != 0) return plan_.KnownVersion(*state.deal, state.version);
    const Deal& deal = plan_.KnownDeal(*state.deal);
    return {&deal, deal.VersionOn(plan_.zone().DateOf(event.time))};
}

void CommissionEngine::Hold(Held held) {
    const Period own = plan_.zone().PeriodOf(held.event.time);
    held.number = ++last_held_;
    held.period = plan_.OpenFrom(held.affiliate, own);
    held.late = held.period != own;
    held_.push_back(std::move(held));
}

bool CommissionEngine::IsPriced(const Held& held) const {
    FAIRLEAD_ASSERT(held.child || held.event.money, "an unpriced accrual has an amount to convert");
    const Money& money = held.child ? held.child->amount : *held.event.money;
    return Convert(plan_, money, held.to, held.event.time).has_value();
}

bool CommissionEngine::OnRateKnown(const Held& held, PlayerState& state) {
    if (!held.child) return OnEvent(held.player, state, held.event);
    Share(*held.child, held.event, held.affiliate, plan_.KnownVersion(held.deal, held.version), held.player);
    return false;
}

const Accrual& CommissionEngine::Record(Accrual accrual) {
    accrual.number = ++last_accrual_;
    const StateKey key{accrual.affiliate, accrual.period, accrual.deal, accrual.version};
    if (accrual.IsShown()) {
        auto& lines = groups_.Group(key).lines;
        const auto same = [&](const LineSum& line) {
            return line.component == accrual.component && line.brand == accrual.brand;
        };
        auto line = std::ranges::find_if(lines, same);
        if (line == lines.end()) {
            line = lines.insert(lines.end(), {.brand = accrual.brand, .component = accrual.component});
        }
        line->Add(accrual);
        groups_.Changed(key);
    }
    accruals_.push_back(std::move(accrual));
    return accruals_.back();
}

void CommissionEngine::PayParent(const Player& player, const PlayerEvent& event, const Accrual& child) {
    const auto* affiliate = plan_.FindAffiliate(child.affiliate);
    if (affiliate == nullptr || !affiliate->parent) return;
    const AffiliateId parent = *affiliate->parent;
    const ChosenDeal chosen = plan_.Choose(parent, player.brand, player.country, plan_.zone().DateOf(event.time));
    if (chosen && chosen.version->terms.sub_affiliate) Share(child, event, parent, chosen, player);
}

void CommissionEngine::Share(const Accrual& child, const PlayerEvent& event, AffiliateId parent,
                             const ChosenDeal& chosen, const Player& player) {
    const Terms& terms = chosen.version->terms;
    std::optional<Conversion> conversion;
    if (child.amount.currency != terms.currency) {
        conversion = Convert(plan_, child.amount, terms.currency, event.time);
        if (!conversion) {
            // It belongs to the player of the sub-affiliate's accrual, so a reassignment of the player removes it too.
            Player whose = player;
            whose.id = child.player.value_or(player.id);
            return Hold({.player = std::move(whose),
                         .event = event,
                         .affiliate = parent,
                         .deal = chosen.deal->id,
                         .version = chosen.version->number,
                         .component = Component::kSubAffiliate,
                         .from = child.amount.currency,
                         .to = terms.currency,
                         .child = child});
        }
    }
    Accrual share{
        .affiliate = parent, .deal = chosen.deal->id, .version = chosen.version->number, .conversion = conversion};
    share.amount.currency = terms.currency;
    RecordShare(child, plan_.zone().PeriodOf(child.payable_from.value_or(child.event_time)), terms, std::move(share));
}

// `share` has the affiliate, the terms and the conversion of the sub-affiliate's amount. `own` is its own month.
void CommissionEngine::RecordShare(const Accrual& child, Period own, const Terms& terms, Accrual share) {
    FAIRLEAD_ASSERT(terms.sub_affiliate, "only terms with a sub-affiliate component pay a parent");
    share.player = child.player;
    share.brand = child.brand;
    share.event_seq = child.event_seq;
    share.component = Component::kSubAffiliate;
    share.reason = child.reason;
    share.event_time = child.event_time;
    share.payable_from = child.payable_from;
    share.source = child.number;
    share.period = plan_.OpenFrom(share.affiliate, own);
    share.late = share.period != own;
    share.base = share.conversion ? share.conversion->converted : child.amount.amount;
    share.rate = terms.sub_affiliate->percent_of_commission;
    share.amount.amount = Percent(*share.base, *share.rate);
    Record(std::move(share));
}

void CommissionEngine::OnClose(AffiliateId affiliate, Period period) {
    const Timestamp end{plan_.zone().StartOf(period.Next().FirstDay()).micros - 1};
    for (const Deal* deal : plan_.DealsOf(affiliate)) {
        const DealVersion* version = deal->VersionOn(period.LastDay());
        if (version == nullptr || !version->terms.fixed_monthly) continue;
        Accrual fee{.affiliate = affiliate,
                    .deal = deal->id,
                    .version = version->number,
                    .component = Component::kFixedMonthly,
                    .period = period,
                    .event_time = end,
                    .amount = {version->terms.fixed_monthly->amount, version->terms.currency},
                    .rate = version->terms.fixed_monthly->amount};
        if (fee.IsShown()) Record(std::move(fee));
    }
}

}  // namespace fairlead::commission
