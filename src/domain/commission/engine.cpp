#include "domain/commission/engine.hpp"

#include <algorithm>
#include <limits>

#include "base/assert.hpp"
#include "domain/accruals/conversion.hpp"
#include "domain/commission/components.hpp"
#include "domain/deals/rev_share_base.hpp"

namespace fairlead::commission {
namespace {

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

// A deposit that does not count is still one of the later deposits that will be read from the record. So it is
// subtracted from the deposits of the state in advance.
void LeaveOutDeposit(const Plan& plan, PlayerState& state, const PlayerEvent& event) {
    const bool later = state.counted_until && event.in_order && event.type == events::EventType::kDeposit;
    if (!later || event.money->currency != plan.KnownVersion(*state.deal, state.version).version->terms.currency)
        return;
    state.later_deposits.sum += event.money->amount;
    state.deposits = state.deposits - event.money->amount;
}

const DealVersion& Earliest(const Deal& deal) {
    auto versions = deal.NotWithdrawn();
    const auto first = std::ranges::min_element(versions, {}, &DealVersion::effective_from);
    FAIRLEAD_ASSERT(first != versions.end(), "a deal that was chosen has a version");
    return *first;
}

}  // namespace

Period Scene::StatePeriod() const {
    return plan().StatePeriod(player.affiliate, *chosen.deal, plan().PeriodOf(player.affiliate, event.time));
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
    const Period own = plan().PeriodOf(player.affiliate, event.time);
    accrual.period = plan().OpenFrom(player.affiliate, own);
    accrual.late = accrual.period != own;
    accrual.amount.currency = terms().currency;
    return accrual;
}

void Scene::PayFrom(Accrual& accrual, Timestamp payable_from) const {
    const Period own = plan().PeriodOf(player.affiliate, payable_from);
    accrual.payable_from = payable_from;
    accrual.period = plan().OpenFrom(player.affiliate, own);
    accrual.late = accrual.late || accrual.period != own;
}

void Scene::Pay(Accrual accrual) {
    const Accrual& recorded = engine_.Record(std::move(accrual));
    const auto* affiliate = plan().FindAffiliate(player.affiliate);
    const bool has_parent = affiliate != nullptr && affiliate->parent;
    if (has_parent && IsShared(recorded.component) && !recorded.amount.amount.IsZero()) {
        // A copy, because paying parents appends to the same list.
        engine_.PayParents(player, event, Accrual(recorded));
    }
}

bool CommissionEngine::OnEvent(const Player& player, PlayerState& state, const PlayerEvent& event) {
    bool changed = false;
    if (NeedsLaterDeposits(state, event.type)) {
        CountLaterDeposits(state, event.seq);
        changed = true;
    }
    const bool earns = !plan_.EarnsNothing(player.affiliate, event.seq);
    changed = (earns ? Process(player, state, event) : LeaveOut(state, event)) || changed;
    const bool shows = state.deal && plan_.rules() >= kRulesOfSuspension;
    if (!shows || event.seq >= state.deal_shown_from.value_or(std::numeric_limits<std::int64_t>::max())) return changed;
    state.deal_shown_from = event.seq;
    return true;
}

bool CommissionEngine::LeaveOut(PlayerState& state, const PlayerEvent& event) const {
    ++state.suspended_events;
    LeaveOutDeposit(plan_, state, event);
    return true;
}

bool CommissionEngine::Process(const Player& player, PlayerState& state, const PlayerEvent& event) {
    const PlayerState before = state;
    const ChosenDeal chosen = DealFor(player, state, event);
    if (chosen) {
        Scene scene(*this, player, state, event, chosen);
        const ActivityParts counted = plan_.ActivityOf(chosen.deal->id);
        const auto user = event.money ? WhoUses(chosen, event, counted) : std::nullopt;
        const Currency currency = chosen.version->terms.currency;
        if (user && event.money->currency != currency) {
            scene.conversion = ConvertedOn(plan_, *event.money, currency, event.time);
            if (!scene.conversion) {
                KeepUnpriced({.player = player,
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

void CommissionEngine::KeepUnpriced(UnpricedAccrual unpriced) {
    // The share of an amount on hold has the period in which that is payable, but the exchange rate of the event's day.
    const Timestamp time = unpriced.child ? TimeOfShare(*unpriced.child) : unpriced.event.time;
    const Period own = plan_.PeriodOf(unpriced.affiliate, time);
    unpriced.number = ++last_unpriced_;
    unpriced.event.in_order = false;
    unpriced.period = plan_.OpenFrom(unpriced.affiliate, own);
    unpriced.late = unpriced.period != own;
    unpriced_.push_back(std::move(unpriced));
}

bool CommissionEngine::IsPriced(const UnpricedAccrual& unpriced) const {
    FAIRLEAD_ASSERT(unpriced.child || unpriced.event.money, "an unpriced accrual has an amount to convert");
    const Money& money = unpriced.child ? unpriced.child->amount : *unpriced.event.money;
    return ConvertedOn(plan_, money, unpriced.to, unpriced.event.time).has_value();
}

bool CommissionEngine::OnRateKnown(const UnpricedAccrual& unpriced, PlayerState& state) {
    // Not OnEvent: reports have shown the activity of the event since it was recorded.
    if (!unpriced.child) {
        const bool earns = !plan_.EarnsNothing(unpriced.player.affiliate);
        return earns ? Process(unpriced.player, state, unpriced.event) : LeaveOut(state, unpriced.event);
    }
    // As with an event, the time at which the rate arrives decides.
    if (plan_.EarnsNothing(unpriced.affiliate)) return false;
    Share(*unpriced.child, unpriced.event, {unpriced.affiliate, unpriced.percent},
          plan_.KnownVersion(unpriced.deal, unpriced.version), unpriced.player);
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

void CommissionEngine::OnClose(AffiliateId affiliate, Period period) {
    const auto month = plan_.FeeMonthIn(affiliate, period);
    if (!month) return;
    for (const Deal* deal : plan_.DealsOf(affiliate)) {
        const DealVersion* version = deal->VersionOn(month->LastDay());
        if (version == nullptr || !version->terms.fixed_monthly) continue;
        Accrual fee{.affiliate = affiliate,
                    .deal = deal->id,
                    .version = version->number,
                    .component = Component::kFixedMonthly,
                    .period = period,
                    .event_time = plan_.EndOf(*month),
                    .amount = {version->terms.fixed_monthly->amount, version->terms.currency},
                    .rate = version->terms.fixed_monthly->amount};
        if (fee.IsShown()) Record(std::move(fee));
    }
}

}  // namespace fairlead::commission
