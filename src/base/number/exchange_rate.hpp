#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "base/number/decimal.hpp"

namespace fairlead {

// How much of one currency a unit of another is worth: a decimal number above zero with up to 18 fractional digits.
class ExchangeRate {
public:
    static constexpr int kFractionDigits = 18;
    static constexpr int kIntegerDigitsMax = 12;

    // Reads plain digits with an optional fraction: "0.9137". Nothing where the text is anything else, zero, or finer
    // than can be kept.
    static std::optional<ExchangeRate> Parse(std::string_view text);

    // The shortest exact form.
    std::string ToString() const;

    // The amount in the other currency, rounded half to even at the 8th digit.
    Decimal Convert(Decimal amount) const;

    // In units of 10^-18.
    constexpr Decimal::Units units() const { return units_; }

    constexpr auto operator<=>(const ExchangeRate&) const = default;

private:
    explicit constexpr ExchangeRate(Decimal::Units units) : units_(units) {}

    Decimal::Units units_ = 0;  // Of 10^-18.
};

}  // namespace fairlead
