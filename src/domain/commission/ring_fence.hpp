#pragma once

#include <vector>

#include "domain/commission/engine.hpp"

namespace fairlead::commission {

// Ring-fenced players: docs/commission.md §6.4. If a player's own base of the period is at most minus the limit, it is
// taken out of the base of the group. Only the player's own later revenue offsets this negative base.

// What a player owes at one moment.
struct FencedPlayer {
    PlayerId player;
    BrandId brand;
    Decimal owed_before;  // At most 0: from earlier periods.
    Decimal owed;         // After the revenue of this period has settled a part, or with the loss of this period.

    bool operator==(const FencedPlayer&) const = default;
};

// The sums of a group without what is ring-fenced.
struct CountedSums {
    RevShareSums whole;
    std::vector<BrandSums> brands = {};  // Only brands whose sums are kept. The base of earlier periods has no brand.
    RevShareSums fenced = {};            // The sums that do not count.
    std::vector<FencedPlayer> players = {};  // Players that owe something, or did before this period.
};

// Whether the group needs CountedIn: otherwise its sums count as they are.
inline bool HasOwnCount(const RevShareTerms& terms, const GroupState& group) {
    return terms.negative.high_roller.has_value() || !group.openings.empty();
}

// Players' bases are compared with the limit after rounding to `digits`.
CountedSums CountedIn(const RevShareTerms& terms, const GroupState& group, int digits);

// Sets a player's own sums of the period. The player stays watched while it owes something, or while its base is at
// most minus the limit.
void WatchPlayer(const RevShareTerms& terms, int digits, const WatchedPlayer& player, GroupState& group);

// Adds to what the player has brought in the period of a group, and returns it for WatchPlayer. Periods that are closed
// by now are forgotten.
WatchedPlayer WatchedIn(const Plan& plan, const StateKey& key, const GroupState& group, const Player& player,
                        const RevShareSums& added, PlayerState& state);
// Keeps the sums of a player that leaves, whose state is about to be reset: they still count if the player comes back
// in the same period.
void KeepWatched(const WatchedPlayer& player, GroupState& group);
// What the player has brought in the period of a group so far.
RevShareSums RevenueIn(const PlayerState& state, const StateKey& key);

}  // namespace fairlead::commission
