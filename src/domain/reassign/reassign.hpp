#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "domain/commission/engine.hpp"

namespace fairlead::commission {

// What giving a registered player to another affiliate does to what was earned with it.

struct PlayerMove {
    Player player;                    // As before the move. Its affiliate has no meaning where `from` is empty.
    std::optional<AffiliateId> from;  // Nothing: nobody had the player.
    AffiliateId to;
    std::vector<PlayerEvent> events;  // All that repeat no milestone, in any order.
    std::span<const Accrual>
        accruals;  // Of the player and of parents for it, in the order in which they were recorded.
};

// Takes back what `from` earned and pays `to` for every event, as if the player had been its own from the beginning:
// the registration first, then the others as they happened, those of one moment as they were recorded. Does nothing
// where both are the same. `state` is the player's. After each step `after` is called: with null once everything is
// taken back, then with each event once it is paid for.
void MoveEarnings(CommissionEngine& engine, PlayerMove move, PlayerState& state,
                  const std::function<void(const PlayerEvent* event)>& after);

// The newest accrual that says that the player has qualified; null where it has not qualified with whoever has it.
const Accrual* FindQualification(const PlayerState& state, std::span<const Accrual> accruals);

// Whether reports show the accrual under another link when the affiliate keeps the player and only the link changes. A
// parent's share has no link.
bool FollowsTheLink(const Accrual& accrual, AffiliateId affiliate);

// Who had the player from a moment on.
struct Assignment {
    Timestamp decided_at;
    std::optional<AffiliateId> affiliate;
};

// Since when the player has been with whoever has it now, without interruption. There is at least one assignment; the
// first one comes first.
Timestamp StartOfStay(std::span<const Assignment> assignments);

}  // namespace fairlead::commission
