#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/ports/accrual_records.hpp"
#include "app/ports/player_records.hpp"
#include "domain/accruals/state.hpp"
#include "domain/explanation/calculation_steps.hpp"
#include "domain/plans/plan.hpp"

namespace fairlead::app {

// The data from which accruals and players are explained.

// Everything that determines an accrual.
struct Explanation {
    AccrualRecord accrual;
    commission::Deal deal;                   // With all its versions.
    TimeZone zone;                           // The operator's time zone.
    commission::StatementCalendar calendar;  // The affiliate's.
    std::optional<Period> followed;          // If it follows a statement of a sub-affiliate: its period, if known.
    // Not set for a fixed fee, like `player`.
    std::optional<EventRecord> event;
    std::optional<Decimal> ngr_delta;  // What the event added, if that is not its amount.
    std::optional<PlayerHistory> player;
    std::optional<tracking::Click> click;       // The click that brought the player.
    std::optional<AccrualRecord> child;         // If this is a sub-affiliate share: the accrual of the sub-affiliate.
    std::optional<commission::FoundRate> rate;  // If unpriced: the rate that is now known.
    // If the player qualified with an event that reached a tier of the whole period: what it changed for other players.
    std::optional<commission::ReRating> re_rating;
    // The versions of the deal that share the state of the accrual. Empty if no other version shares it.
    std::vector<std::int32_t> shared_versions = {};
    std::string reversal_reason = {};  // For a reversal by hand: why and who.
    std::string reversal_actor = {};
};

// Why a player has paid its affiliate or not: the state of its commission.
struct PlayerStanding {
    PlayerHistory history;
    std::shared_ptr<const commission::Plan> plan;
    commission::PlayerState state;
    std::vector<AccrualRecord> unpriced;  // Unpriced accruals of the player.
    std::vector<AccrualRecord> paid;      // The newest final accruals, at most kPlayerAccrualsMax of each component.
    // First deposits, deposits, chargebacks and wagers, while the player has not qualified. Incomplete if there are
    // more than kPlayerEventsMax or they are too old.
    std::vector<EventRecord> events;
    bool events_complete = true;
    commission::Activity activity = {};  // Of the affiliate and the player's deal in the current period.
};
inline constexpr std::size_t kPlayerAccrualsMax = 200;
inline constexpr std::size_t kPlayerEventsMax = 50;

}  // namespace fairlead::app
