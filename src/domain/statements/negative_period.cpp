#include "domain/statements/negative_period.hpp"

#include <algorithm>

namespace fairlead::statements {
namespace {

using commission::CanReduce;
using commission::NegativePolicy;

Decimal SumOfAmounts(const std::vector<CarriedAmount>& amounts) {
    Decimal sum;
    for (const CarriedAmount& each : amounts) sum += each.amount;
    return sum;
}

// Moves the amounts that cannot reduce the period to the expired ones.
void Expire(const commission::NegativeTerms& terms, Period period, std::vector<CarriedAmount>& amounts,
            SettledPeriod& settled) {
    for (const CarriedAmount& each : amounts) {
        if (!CanReduce(terms, each.from, period)) settled.expired.push_back({each.from, -each.amount});
    }
    std::erase_if(amounts, [&](const CarriedAmount& each) { return !CanReduce(terms, each.from, period); });
}

}  // namespace

SettledPeriod SettlePeriod(const NegativePeriod& negative) {
    SettledPeriod settled;
    if (negative.terms.policy == NegativePolicy::kWaive) {
        settled.waived = std::max(-(negative.own + SumOfAmounts(negative.arrived)), Decimal());
        return settled;
    }
    std::vector<CarriedAmount> arrived = negative.arrived;
    // The last month in which it could be offset may have passed without being closed.
    Expire(negative.terms, negative.period, arrived, settled);
    Decimal own = negative.own;
    if (own.IsNegative() && negative.terms.only_chargebacks) {
        const Decimal carried = std::min(-own, negative.by_chargebacks);
        settled.waived = -own - carried;
        own = -carried;
    }
    if (own.IsNegative() && negative.terms.carry_base) {
        const Decimal expired = std::min(-own, negative.expired_base);
        if (!expired.IsZero()) settled.expired.push_back({negative.period, expired});
        own += expired;
        // The base can stand for more than the deal has lost, because another version or product has earned something.
        // Then only the amount is carried.
        if (negative.base_amount <= -own) settled.base_carried = negative.base_amount;
        own += settled.base_carried;
    }
    settled.carried = commission::LeftAfter(std::move(arrived), own, negative.period, &CarriedAmount::amount);
    Expire(negative.terms, negative.next, settled.carried, settled);
    return settled;
}

}  // namespace fairlead::statements
