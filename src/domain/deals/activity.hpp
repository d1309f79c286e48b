#pragma once

#include <cstdint>
#include <optional>

#include "domain/deals/terms.hpp"

namespace fairlead::commission {

// The activity of one affiliate, deal and period, over all versions of the deal. See docs/commission.md §6.1.
struct Activity {
    std::int64_t new_depositors = 0;     // Players whose first deposit is in the period.
    std::int64_t qualified_players = 0;  // Players that qualified for the deal's CPA in the period.
    std::int64_t active_players = 0;     // Different players with a deposit, a wager or NGR in the period.
    Decimal deposits;                    // The sum of all deposits, in the deal's currency.

    Activity& operator+=(const Activity& other);
    Activity operator-() const;
    bool operator==(const Activity&) const = default;
};

// The parts of the activity that a deal needs. Only these are counted.
struct ActivityParts {
    bool new_depositors = false;
    bool qualified_players = false;
    bool active_players = false;
    bool deposits = false;

    bool any() const { return new_depositors || qualified_players || active_players || deposits; }
    ActivityParts operator|(const ActivityParts& other) const;
    bool operator==(const ActivityParts&) const = default;
};

ActivityParts PartsIn(const RevShareTerms& terms);

// The value that tiers by activity are compared with.
Decimal MeasureOf(TierBy by, const Activity& activity, int digits);

// Whether the requirements are met. Deposits are compared after rounding to `digits`.
bool AreMet(const Requirements& needs, const Activity& activity, int digits);

}  // namespace fairlead::commission
