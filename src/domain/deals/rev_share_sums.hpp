#pragma once

#include <optional>
#include <vector>

#include "domain/deals/activity.hpp"
#include "domain/deals/product.hpp"

namespace fairlead::commission {

// The sums from which RevShare is calculated, for one affiliate, deal version and period.
struct RevShareSums {
    Decimal ngr;  // Of products without a rate of their own.
    Decimal chargebacks;
    Decimal bonuses = {};  // This and the next two are added up only if the deal deducts a part of them.
    Decimal deposits = {};
    Decimal withdrawals = {};
    std::vector<ProductSum> products = {};  // NGR of products with rates of their own, ordered by name.
    // A negative base of earlier periods, or what a player's revenue has settled of it (docs/commission.md §6.4). It is
    // part of the base after all fees. Not part of HasMore.
    Decimal opening = {};

    RevShareSums& operator+=(const RevShareSums& other);
    RevShareSums operator-() const;
    // Whether it has more than NGR and chargebacks.
    bool HasMore() const;
    bool operator==(const RevShareSums&) const = default;
};

// What decides the rate, besides the base.
struct RateInput {
    Activity activity = {};
    std::optional<Decimal> at_least = {};  // The introductory rate, if it applies in this period.
    // Amounts are compared with tiers after rounding to this many digits. Nothing if every digit counts, as under the
    // first rules (rules.hpp).
    std::optional<int> digits = {};
    // What tiers are compared with, if the deal is in a pool: the sum of all deals of the pool.
    std::optional<Decimal> pooled = {};

    bool operator==(const RateInput&) const = default;
};

}  // namespace fairlead::commission
