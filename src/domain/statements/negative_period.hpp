#pragma once

#include <vector>

#include "domain/commission/period_end.hpp"

namespace fairlead::statements {

// A negative amount and the period in which it arose.
struct CarriedAmount {
    Period from;
    Decimal amount;

    bool operator==(const CarriedAmount&) const = default;
};

// The RevShare of one deal at the end of a period, in minor units.
struct NegativePeriod {
    commission::NegativeTerms terms;
    Period period;
    Period next;                         // The affiliate's next period: after a change, of another kind.
    Decimal own;                         // What the period earned.
    std::vector<CarriedAmount> arrived;  // From earlier periods, the oldest first.
    Decimal by_chargebacks = {};         // The part below zero that chargebacks caused, at least 0.
    Decimal expired_base = {};           // The commission of a base that is carried no longer, at least 0.
    Decimal base_amount = {};            // The commission of the base that can be carried, at least 0.
};

// What happens to it: docs/commission.md §6.4. All amounts but `carried` are at least 0.
struct SettledPeriod {
    std::vector<CarriedAmount> carried = {};  // Into the next period. Negative.
    std::vector<CarriedAmount> expired = {};  // Waived, because the months have passed in which they could be offset.
    Decimal waived = {};                      // By the policy, or because chargebacks did not cause it.
    Decimal base_carried = {};                // The commission whose base goes on instead.

    bool operator==(const SettledPeriod&) const = default;
};

SettledPeriod SettlePeriod(const NegativePeriod& negative);

}  // namespace fairlead::statements
