#pragma once

#include <vector>

#include "domain/commission/rev_share.hpp"

namespace fairlead::commission {

struct Player;

// The state that counts for a version (docs/commission.md §6.7, §6.9). Versions with equal terms share the state of the
// first of these versions. A state that has sums or positions from before this rule is not shared.
StateKey ShareStateOf(const Plan& plan, GroupStates& groups, const StateKey& own);
StateKey CpaStateOf(const Plan& plan, GroupStates& groups, const StateKey& own);

// One state of a ladder, with the version that it is named after.
struct LadderState {
    const Deal* deal = nullptr;
    const DealVersion* version = nullptr;
    StateKey key;
};

// The states of CPA in the period of `own`: those of all deals of the pool, or only `own` without a pool.
std::vector<LadderState> CpaStatesBeside(const Plan& plan, GroupStates& groups, const Deal& deal, const StateKey& own);

// A change of the base of one state, of the activity of a deal, or of both, in one period.
struct ShareChange {
    const Deal& deal;
    const DealVersion* version = nullptr;  // Of the state whose base changes. Null if only the activity changes.
    AffiliateId affiliate;
    Period period;
    BrandSums added;
    // The player whose revenue changes the base, and its state. Null if only the activity changes.
    const Player* player = nullptr;
    PlayerState* state = nullptr;
    Activity before = {};  // The activity of the deal in the period.
    Activity after = {};
};

// What a change does to one state. The first one is that of the change's version, if there is one.
struct MovedState {
    LadderState state;
    bool own = false;
    MovedShare moved;
};

// Makes the change, and re-rates every state that looks at it: other versions of the deal, and the deals of its pool.
// Leaves out states whose base and earnings stay the same.
std::vector<MovedState> MoveLadder(const Plan& plan, GroupStates& groups, const ShareChange& change);

}  // namespace fairlead::commission
