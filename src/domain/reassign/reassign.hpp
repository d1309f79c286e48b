#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "domain/commission/engine.hpp"

namespace fairlead::commission {

// The effect of a reassignment of a registered player on commission.

struct PlayerMove {
    Player player;                    // Before the move. Its affiliate is ignored if `from` is empty.
    std::optional<AffiliateId> from;  // Empty if the player had no affiliate.
    std::optional<AffiliateId> to;    // Empty if the player becomes organic.
    std::vector<PlayerEvent> events;  // Without repeated milestones, in any order.
    // Of the player, including those of parents, in the order of recording.
    std::span<const Accrual> accruals;
    std::span<const LeftUnpriced> unpriced = {};
};

// Reverses what `from` earned and pays `to`, if there is one, for every event, as if it had always had the player: the
// registration first, then the other events by time and, at the same time, in the order of recording. Does nothing if
// both affiliates are the same. `state` is the player's. Calls `after` after each step: with null after the reversal,
// then with each event after its payment. Returns the numbers of the unpriced accruals that wait no longer.
std::vector<std::int64_t> MoveEarnings(CommissionEngine& engine, PlayerMove move, PlayerState& state,
                                       const std::function<void(const PlayerEvent* event)>& after);

// The newest accrual by which the player qualified; null if it has not qualified with its current affiliate.
const Accrual* FindQualification(const PlayerState& state, std::span<const Accrual> accruals);

// Whether reports show the accrual under the new link if only the link of a player changes. A sub-affiliate share has
// no link.
bool FollowsTheLink(const Accrual& accrual, AffiliateId affiliate);

// The affiliate of a player from a moment on.
struct Assignment {
    Timestamp decided_at;
    std::optional<AffiliateId> affiliate;
};

// The time since which the player has had its current affiliate without interruption. `assignments` has at least one
// entry, the oldest first.
Timestamp StartOfStay(std::span<const Assignment> assignments);

}  // namespace fairlead::commission
