#include <algorithm>

#include "domain/commission/components.hpp"
#include "domain/commission/ladder.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

bool IsInTimeForRevShare(const Scene& scene, const RevShareTerms& terms) {
    if (!terms.duration_months) return true;
    return scene.event.time < scene.plan().zone().PlusMonths(scene.player.registered_at, *terms.duration_months);
}

bool KeepsActive(EventType type) {
    switch (type) {
        case EventType::kFirstDeposit:
        case EventType::kDeposit:
        case EventType::kWagerPlaced:
        case EventType::kWagerSettled:
        case EventType::kNgrUpdate: return true;
        default: return false;
    }
}

// Months are counted from the latest activity, at first from the registration. A version that is added later cannot
// know the activity before its own time, so it counts from then on.
Timestamp LastActive(const Scene& scene, Timestamp looks_since) {
    if (scene.state.last_active) return std::max(*scene.state.last_active, scene.player.registered_at);
    const bool bound = scene.state.version != 0;
    return bound ? scene.player.registered_at : std::max(looks_since, scene.player.registered_at);
}

// Whether the player was inactive for longer than the terms allow. Remembers it, and the latest activity, if a version
// of the deal looks at them (docs/commission.md §6.13).
bool IsInactive(Scene& scene) {
    const auto looks_since = scene.plan().LooksForActivitySince(scene.chosen.deal->id);
    if (!looks_since) return false;
    const auto& terms = scene.terms().rev_share;
    const bool limited = terms && terms->inactive_after_months;
    PlayerState& state = scene.state;
    if (limited && !state.inactive && IsInTimeForRevShare(scene, *terms)) {
        const Timestamp end =
            scene.plan().zone().PlusMonths(LastActive(scene, *looks_since), *terms->inactive_after_months);
        state.inactive = scene.event.time >= end;
    }
    // A player keeps its version, unless each event uses the version in force.
    const bool needed = limited || state.version == 0;
    if (needed && KeepsActive(scene.event.type)) {
        state.last_active = std::max(state.last_active.value_or(scene.event.time), scene.event.time);
    }
    return limited && state.inactive;
}

// What the event adds to the sums. Nothing if it adds nothing.
std::optional<RevShareSums> AddedBy(const Scene& scene, bool inactive) {
    const EventType type = scene.event.type;
    if (scene.amount.IsZero() || !RevShareUses(*scene.chosen.deal, scene.terms(), type)) return std::nullopt;
    const RevShareTerms& terms = *scene.terms().rev_share;
    if (inactive || !IsInTimeForRevShare(scene, terms)) return std::nullopt;
    RevShareSums added;
    switch (type) {
        case EventType::kChargeback: added.chargebacks = scene.amount; break;
        case EventType::kBonus: added.bonuses = scene.amount; break;
        case EventType::kFirstDeposit:
        case EventType::kDeposit: added.deposits = scene.amount; break;
        case EventType::kWithdrawal: added.withdrawals = scene.amount; break;
        default: {
            if (IsExcluded(terms, scene.event.product)) return std::nullopt;
            std::string part = PartOf(terms, scene.event.product);
            if (part.empty()) {
                added.ngr = scene.amount;
            } else {
                added.products.push_back({std::move(part), scene.amount});
            }
        }
    }
    return added;
}

// The accruals of one state. A re-rated state other than the event's has no player.
void PayMoved(Scene& scene, const MovedState& each, bool moves) {
    Accrual accrual = scene.NewAccrual(Component::kRevShare, each.own ? Reason::kEarned : Reason::kReRated);
    if (!each.own) {
        accrual.deal = each.state.deal->id;
        accrual.version = each.state.version->number;
        accrual.player.reset();
    }
    SetShare(each.moved, accrual);
    const bool recorded = (each.own && moves) || accrual.IsShown();
    if (each.moved.others.empty()) {
        if (recorded) scene.Pay(std::move(accrual));
        return;
    }
    if (recorded) scene.Pay(accrual);
    for (const ReRatedBrand& brand : each.moved.others) scene.Pay(ReRatingOf(brand, each.moved, accrual));
}

}  // namespace

bool RevShareUses(const Deal&, const Terms& terms, EventType type) {
    if (!terms.rev_share) return false;
    const Deductions& deductions = terms.rev_share->deductions;
    switch (type) {
        case EventType::kNgrUpdate: return true;
        case EventType::kChargeback: return terms.rev_share->deduct_chargebacks;
        case EventType::kBonus: return !deductions.bonus_percent.IsZero();
        case EventType::kFirstDeposit:
        case EventType::kDeposit: return !deductions.deposit_fee_percent.IsZero();
        case EventType::kWithdrawal: return !deductions.withdrawal_fee_percent.IsZero();
        default: return false;
    }
}

void RevShareOnEvent(Scene& scene) {
    const auto added = AddedBy(scene, IsInactive(scene));
    if (!added && !scene.activity_before) return;
    ShareChange change{.deal = *scene.chosen.deal,
                       .affiliate = scene.player.affiliate,
                       .period = scene.StatePeriod(),
                       .added = {scene.player.brand, added.value_or(RevShareSums())},
                       .player = &scene.player,
                       .state = &scene.state};
    if (scene.terms().rev_share) change.version = scene.chosen.version;
    if (scene.activity_before) {
        change.before = *scene.activity_before;
        change.after = scene.CountedActivity();
    }
    if (!added && change.before == change.after) return;
    for (const MovedState& each : MoveLadder(scene.plan(), scene.groups(), change)) {
        PayMoved(scene, each, added.has_value());
    }
}

}  // namespace fairlead::commission
