#include "domain/money/minor_unit.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::statements {
namespace {

// Empty if there is no exchange rate, or if the converted amount is so large that the exchange rate must be wrong.
std::optional<Decimal> ConvertedPayout(const Material& material, Decimal payable) {
    if (!material.payout_rate) return std::nullopt;
    return material.payout_rate->rate.ConvertWithin(payable, commission::kConvertedMax);
}

}  // namespace

std::optional<Payout> PayoutOf(const Material& material, Decimal payable) {
    if (payable.IsZero() || !material.payout_currency) return std::nullopt;
    const auto converted = ConvertedPayout(material, payable);
    if (!converted) return std::nullopt;
    const Currency currency = *material.payout_currency;
    return Payout{{converted->RoundedTo(MinorUnitDigits(currency)), currency},
                  material.payout_rate->rate.ToString(),
                  material.payout_rate->date};
}

bool LacksPayoutRate(const Material& material, Decimal payable) {
    return !payable.IsZero() && material.payout_currency && !ConvertedPayout(material, payable);
}

}  // namespace fairlead::statements
