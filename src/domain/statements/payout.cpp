#include "domain/money/minor_unit.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::statements {

std::optional<Payout> PayoutOf(const Material& material, Decimal payable) {
    if (payable.IsZero() || !material.payout_currency || !material.payout_rate) return std::nullopt;
    const Currency currency = *material.payout_currency;
    const Decimal amount = material.payout_rate->rate.Convert(payable).RoundedTo(MinorUnitDigits(currency));
    return Payout{{amount, currency}, material.payout_rate->rate.ToString(), material.payout_rate->date};
}

bool LacksPayoutRate(const Material& material, Decimal payable) {
    return !payable.IsZero() && material.payout_currency && !material.payout_rate;
}

}  // namespace fairlead::statements
