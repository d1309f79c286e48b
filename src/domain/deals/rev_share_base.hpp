#pragma once

#include <string_view>
#include <vector>

#include "domain/deals/rev_share_sums.hpp"

namespace fairlead::commission {

// The base of RevShare, in parts that may have different rates. See docs/commission.md §2.4, §6.2 and §6.3.
struct BaseParts {
    Decimal rest;                           // Of products without a rate of their own, less chargebacks and deductions.
    std::vector<ProductSum> products = {};  // Of the others, ordered by name.

    Decimal Total() const;
    bool operator==(const BaseParts&) const = default;
};

BaseParts PartsOf(const RevShareTerms& terms, const RevShareSums& sums);

// The whole base: the NGR after the admin fee, less chargebacks and deductions.
Decimal BaseOf(const RevShareTerms& terms, const RevShareSums& sums);

// The part of bonuses, deposits and withdrawals that is taken from the revenue.
Decimal DeductedFrom(const RevShareTerms& terms, const RevShareSums& sums);

// The name of the part to which NGR of the product belongs. Empty for the rest.
std::string PartOf(const RevShareTerms& terms, std::string_view product);

// Whether NGR of the product does not count.
bool IsExcluded(const RevShareTerms& terms, std::string_view product);

}  // namespace fairlead::commission
