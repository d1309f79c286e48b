#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace fairlead {

// An exact decimal number with 8 fractional digits, stored as an integer in units of 10^-8. It is read from text and
// written as text and never becomes a floating-point number. A result with more than 38 digits is a bug and aborts.
class Decimal {
public:
    __extension__ using Units = __int128;

    static constexpr int kFractionDigits = 8;
    static constexpr int kIntegerDigitsMax = 15;  // The limit of Parse. Sums may be larger.

    static constexpr int kSumDigitsMax = 29;

    constexpr Decimal() = default;
    static constexpr Decimal FromUnits(Units units) { return Decimal(units); }
    static constexpr Decimal FromInteger(std::int64_t value) { return Decimal(Units{value} * kOne); }

    // Reads a JSON number: optional minus, digits, fraction, exponent. Never rounds: a number with more than 15 integer
    // or 8 fractional digits (without trailing zeros) is an error. Pass kSumDigitsMax to read a stored sum.
    static Result<Decimal> Parse(std::string_view text, int integer_digits_max = kIntegerDigitsMax);
    // The same for text that a person has written. An exponent is an error: in an amount, it is more likely a mistake,
    // such as a reference in the wrong column, than a number. Programs do write exponents, so events accept them.
    static Result<Decimal> ParsePlain(std::string_view text, int integer_digits_max = kIntegerDigitsMax);

    // The shortest exact form: "-12.5", "0", never an exponent.
    std::string ToString() const;

    constexpr Units units() const { return units_; }
    constexpr bool IsNegative() const { return units_ < 0; }
    constexpr bool IsZero() const { return units_ == 0; }

    Decimal operator+(Decimal other) const;
    Decimal operator-(Decimal other) const;
    Decimal operator-() const;
    Decimal& operator+=(Decimal other) { return *this = *this + other; }

    // The product, rounded half to even at the 8th fractional digit. The intermediate product is exact (256 bits).
    Decimal Times(Decimal other) const;

    // The number with fewer fractional digits, rounded half to even.
    Decimal RoundedTo(int fraction_digits) const;

    constexpr auto operator<=>(const Decimal&) const = default;

private:
    static constexpr Units kOne = 100'000'000;

    explicit constexpr Decimal(Units units) : units_(units) {}

    Units units_ = 0;
};

}  // namespace fairlead
