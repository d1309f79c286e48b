#include "domain/statements/negative_month.hpp"

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
            SettledMonth& settled) {
    for (const CarriedAmount& each : amounts) {
        if (!CanReduce(terms, each.from, period)) settled.expired.push_back({each.from, -each.amount});
    }
    std::erase_if(amounts, [&](const CarriedAmount& each) { return !CanReduce(terms, each.from, period); });
}

}  // namespace

SettledMonth SettleMonth(const NegativeMonth& month) {
    SettledMonth settled;
    if (month.terms.policy == NegativePolicy::kWaive) {
        settled.waived = std::max(-(month.own + SumOfAmounts(month.arrived)), Decimal());
        return settled;
    }
    std::vector<CarriedAmount> arrived = month.arrived;
    // A month in which it could be offset may have passed without being closed.
    Expire(month.terms, month.period, arrived, settled);
    Decimal own = month.own;
    if (own.IsNegative() && month.terms.only_chargebacks) {
        const Decimal carried = std::min(-own, month.by_chargebacks);
        settled.waived = -own - carried;
        own = -carried;
    }
    if (own.IsNegative() && month.terms.carry_base) {
        const Decimal expired = std::min(-own, month.expired_base);
        if (!expired.IsZero()) settled.expired.push_back({month.period, expired});
        settled.base_carried = -own - expired;
        own = {};
    }
    settled.carried = commission::LeftAfter(std::move(arrived), own, month.period, &CarriedAmount::amount);
    Expire(month.terms, month.period.Next(), settled.carried, settled);
    return settled;
}

}  // namespace fairlead::statements
