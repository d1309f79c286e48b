#include <algorithm>

#include "domain/commission/components.hpp"
#include "domain/deals/rev_share_base.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

bool IsDeposit(EventType type) { return type == EventType::kFirstDeposit || type == EventType::kDeposit; }

// The same events make a player active in reports (domain/reporting/metrics.cpp).
bool IsActive(const Scene& scene) {
    switch (scene.event.type) {
        case EventType::kFirstDeposit:
        case EventType::kDeposit:
        case EventType::kWagerPlaced:
        case EventType::kWagerSettled: return true;
        case EventType::kNgrUpdate:
            return !scene.terms().rev_share || !IsExcluded(*scene.terms().rev_share, scene.event.product);
        default: return false;
    }
}

PlayerActivity& PlayerActivityIn(std::vector<PlayerActivity>& activities, Period period) {
    const auto place = std::ranges::lower_bound(activities, period, {}, &PlayerActivity::period);
    if (place != activities.end() && place->period == period) return *place;
    return *activities.insert(place, PlayerActivity{.period = period});
}

}  // namespace

// Counts in the period of the event, or in the first open period after it. A late first deposit makes no new depositor
// there, because new depositors are counted by the time of the first deposit.
void CountActivity(Scene& scene, const ActivityParts& parts) {
    const Period period = scene.StatePeriod();
    const StateKey key = ActivityKey(scene.player.affiliate, period, scene.chosen.deal->id);
    Activity& sums = scene.groups().Group(key).activity;
    scene.activity_before = sums;
    const EventType type = scene.event.type;
    if (!IsActive(scene)) return;
    const bool late = scene.plan().PeriodOf(scene.player.affiliate, scene.event.time) != period;
    auto& activities = scene.state.activities;
    PlayerActivity own{.period = period};
    const auto known = std::ranges::find(activities, period, &PlayerActivity::period);
    if (known != activities.end()) own = *known;
    const Activity before = own.Sum();
    if (parts.active_players) own.active = true;
    if (parts.new_depositors && type == EventType::kFirstDeposit && !late) own.new_depositor = true;
    if (parts.deposits && IsDeposit(type)) own.deposits += scene.amount;
    Activity added = own.Sum();
    added += -before;
    if (added == Activity{}) return;
    // A closed period takes no more events, unless late events change their own period.
    if (scene.chosen.deal->late_events == LateEvents::kCurrentPeriod) {
        std::erase_if(activities, [&](const PlayerActivity& each) {
            return scene.plan().IsClosed(scene.player.affiliate, each.period);
        });
    }
    PlayerActivityIn(activities, period) = own;
    sums += added;
    scene.groups().Changed(key);
}

Activity Scene::CountedActivity() {
    return groups().Group(ActivityKey(player.affiliate, StatePeriod(), chosen.deal->id)).activity;
}

void CountQualified(Scene& scene, Period period) {
    if (!scene.plan().ActivityOf(scene.chosen.deal->id).qualified_players) return;
    const StateKey key = ActivityKey(scene.player.affiliate, period, scene.chosen.deal->id);
    PlayerActivityIn(scene.state.activities, period).qualified = true;
    ++scene.groups().Group(key).activity.qualified_players;
    scene.groups().Changed(key);
}

}  // namespace fairlead::commission
