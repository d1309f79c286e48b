#pragma once

#include "domain/commission/accrual.hpp"
#include "domain/commission/terms.hpp"

namespace fairlead::commission {

// The base of a share of revenue: what is left of the net gaming revenue after the fee, less chargebacks.
Decimal BaseOf(const RevShareTerms& terms, const RevShareSums& sums);

// What a base earns.
Decimal EarnedOn(const RevShareTerms& terms, Decimal base);

// The one rate that applies to the whole base; nothing where several slices have their own.
std::optional<Decimal> RateAt(const RevShareTerms& terms, Decimal base);

// Fills in what moving the sums from `before` to `after` is worth.
void PriceMove(const RevShareTerms& terms, const RevShareSums& before, const RevShareSums& after, Accrual& accrual);

}  // namespace fairlead::commission
