#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/ports/accrual_records.hpp"
#include "app/ports/player_records.hpp"
#include "domain/commission/plan.hpp"
#include "domain/commission/state.hpp"
#include "domain/explanation/calculation_steps.hpp"

namespace fairlead::app {

// What accruals and players are explained from.

// All that an accrual follows from.
struct Explanation {
    AccrualRecord accrual;
    commission::Deal deal;  // With all its versions.
    TimeZone zone;          // The operator's.
    // Nothing for a fixed fee, as is the player.
    std::optional<EventRecord> event;
    std::optional<Decimal> ngr_delta;  // What the event has added, where that is not its amount.
    std::optional<PlayerHistory> player;
    std::optional<tracking::Click> click;       // The one that brought the player.
    std::optional<AccrualRecord> child;         // Of a parent's share.
    std::optional<commission::FoundRate> rate;  // Of one that waits: the rate there is nevertheless.
    // Of a qualified player whose event reached a tier of the whole month: what it changed for the others.
    std::optional<commission::ReRating> re_rating;
};

// Why a player has paid its affiliate, or not: what commission knows of it.
struct PlayerStanding {
    PlayerHistory history;
    std::shared_ptr<const commission::Plan> plan;
    commission::PlayerState state;
    std::vector<AccrualRecord> held;  // Accruals of the player that wait for a rate.
    std::vector<AccrualRecord> paid;  // The newest final ones, at most kPlayerAccrualsMax of each component.
    // First deposits, deposits, chargebacks and wagers, while the player has not qualified. Not complete where there
    // are more than kPlayerEventsMax, or they are far back.
    std::vector<EventRecord> events;
    bool events_complete = true;
};
inline constexpr std::size_t kPlayerAccrualsMax = 200;
inline constexpr std::size_t kPlayerEventsMax = 50;

}  // namespace fairlead::app
