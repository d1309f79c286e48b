#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "base/number/decimal.hpp"

namespace fairlead {

// The worth of one unit of a currency in another currency: a decimal number above zero with up to 18 fractional digits.
class ExchangeRate {
public:
    static constexpr int kFractionDigits = 18;
    static constexpr int kIntegerDigitsMax = 12;

    // Reads digits with an optional fraction: "0.9137". Returns nothing for any other text, for zero, and for a number
    // with too many digits.
    static std::optional<ExchangeRate> Parse(std::string_view text);

    // The shortest exact form.
    std::string ToString() const;

    // The amount in the other currency, rounded half to even at the 8th digit. An amount that Decimal::Parse accepts
    // always fits. Use ConvertWithin for sums, and for amounts that were converted before.
    Decimal Convert(Decimal amount) const;
    // The same, or nothing if the result is above `max` or below -max.
    std::optional<Decimal> ConvertWithin(Decimal amount, Decimal max) const;

    // In units of 10^-18.
    constexpr Decimal::Units units() const { return units_; }

    constexpr auto operator<=>(const ExchangeRate&) const = default;

private:
    explicit constexpr ExchangeRate(Decimal::Units units) : units_(units) {}

    Decimal::Units units_ = 0;  // In units of 10^-18.
};

}  // namespace fairlead
