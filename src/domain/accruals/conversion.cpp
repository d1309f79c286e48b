#include "domain/accruals/conversion.hpp"

namespace fairlead::commission {

std::optional<Conversion> ConvertedOn(const Plan& plan, const Money& money, Currency to, Timestamp time) {
    const auto found = plan.RateOn(money.currency, to, Date::OfUtc(time));
    if (!found) return std::nullopt;
    const auto converted = found->rate.ConvertWithin(money.amount, kConvertedMax);
    if (!converted) return std::nullopt;
    return Conversion{money, *converted, found->date, found->rate.ToString()};
}

}  // namespace fairlead::commission
