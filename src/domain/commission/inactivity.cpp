#include <algorithm>

#include "domain/commission/components.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

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
// know the activity from before it, so that it counts from its own time.
Timestamp LastActive(const Scene& scene, Timestamp looks_since) {
    if (scene.state.last_active) return std::max(*scene.state.last_active, scene.player.registered_at);
    const bool bound = scene.state.version != 0;
    return bound ? scene.player.registered_at : std::max(looks_since, scene.player.registered_at);
}

}  // namespace

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

}  // namespace fairlead::commission
