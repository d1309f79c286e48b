#pragma once

#include "domain/commission/accrual.hpp"
#include "domain/commission/terms.hpp"

namespace fairlead::commission {

// The base of RevShare: the NGR after the admin fee, less chargebacks.
Decimal BaseOf(const RevShareTerms& terms, const RevShareSums& sums);

// The commission for a base.
Decimal EarnedOn(const RevShareTerms& terms, Decimal base);

// The rate that applies to the whole base. Nothing if slices of the base have different rates.
std::optional<Decimal> RateAt(const RevShareTerms& terms, Decimal base);

// Sets the amount, base and rate of an accrual that moves the sums from `before` to `after`.
void PriceMove(const RevShareTerms& terms, const RevShareSums& before, const RevShareSums& after, Accrual& accrual);

}  // namespace fairlead::commission
