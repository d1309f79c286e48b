#pragma once

#include <algorithm>
#include <vector>

#include "base/id/ids.hpp"
#include "base/time/period.hpp"

namespace fairlead::simulation {

// The affiliates and months that a simulation reports. Weeks and half-months count in the month in which they end.
struct Selection {
    std::vector<AffiliateId> affiliates;  // Sorted. Empty: all affiliates.
    Period from;
    Period to;

    bool Has(AffiliateId affiliate) const {
        return affiliates.empty() || std::ranges::binary_search(affiliates, affiliate);
    }
    bool Has(Period period) const { return from <= period.Month() && period.Month() <= to; }
};

}  // namespace fairlead::simulation
