#pragma once

#include <vector>

#include "domain/accruals/state.hpp"
#include "domain/deals/rev_share_rates.hpp"
#include "domain/plans/plan.hpp"

namespace fairlead::commission {

// The commission for a base without products, under a deal that looks at nothing else.
Decimal EarnedOn(const RevShareTerms& terms, Decimal base);
// The rate that applies to the whole of such a base. Nothing if slices of the base have different rates.
std::optional<Decimal> RateAt(const RevShareTerms& terms, Decimal base);

// What the base of a group earns, and at which rate. Nothing as the rate if parts of the base have different rates.
struct EarnedShare {
    Decimal base;
    std::optional<Decimal> rate;
    Decimal earned;

    bool operator==(const EarnedShare&) const = default;
};
EarnedShare ShareOf(const RevShareTerms& terms, const RevShareSums& sums, const RateInput& input);

// The input for the rate of a group. `activity` is that of the deal in the period.
RateInput InputOf(const Plan& plan, const StateKey& key, const Terms& terms, const GroupState& group,
                  const Activity& activity);

// From the first amount on, the sums of a group whose rate can change are kept by brand.
void StartBrands(const Plan& plan, const RevShareTerms& terms, GroupState& group);

// The re-rating of a brand: see docs/commission.md §6.8.
struct ReRatedBrand {
    BrandId brand;
    Decimal base;
    Decimal amount;
    std::optional<Decimal> rate;
};

// A change of the sums or of the activity, and what it earns.
struct MovedShare {
    Decimal base;                      // The change of the base.
    Decimal amount;                    // For the brand of the event.
    std::optional<Decimal> rate;       // Nothing if several applied.
    std::vector<ReRatedBrand> others;  // The brands whose earnings change because the rate has changed.
    RevShareSeen seen;
};

// What is added to a group.
struct AddedSums {
    BrandId brand;
    RevShareSums sums;  // Without an opening.
    // For deals that ring-fence players: their sums in the period by now, and what is added to what they owe.
    std::vector<WatchedPlayer> players = {};
    std::vector<CarriedBase> openings = {};
};

// Adds to the sums of a brand in the group. Amounts add up to the change of what the whole group earns.
MovedShare MoveShare(const RevShareTerms& terms, GroupState& group, const AddedSums& added, const RateInput& before,
                     const RateInput& after);
// The same for groups whose sums do not count as they are (ring_fence.hpp).
MovedShare MoveCountedShare(const RevShareTerms& terms, GroupState& group, const AddedSums& added,
                            const RateInput& before, const RateInput& after);

// Sets what an accrual says about the move of its own brand.
void SetShare(const MovedShare& moved, Accrual& accrual);
// The re-rating of another brand, caused by the same event as `own`.
Accrual ReRatingOf(const ReRatedBrand& brand, const MovedShare& moved, const Accrual& own);

}  // namespace fairlead::commission
