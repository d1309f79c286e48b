#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace fairlead {

// An exact decimal number with 8 fractional digits, held as an integer count of 10^-8. Text in, text out: no number
// ever passes through floating point. Arithmetic that would leave 38 digits is a bug and aborts.
class Decimal {
public:
    __extension__ using Units = __int128;

    static constexpr int kFractionDigits = 8;
    static constexpr int kIntegerDigitsMax = 15;  // What Parse accepts; sums may grow beyond it.

    static constexpr int kSumDigitsMax = 29;

    constexpr Decimal() = default;
    static constexpr Decimal FromUnits(Units units) { return Decimal(units); }
    static constexpr Decimal FromInteger(std::int64_t value) { return Decimal(Units{value} * kOne); }

    // Reads a JSON number: optional minus, digits, fraction, exponent. Refuses what needs more than 15 integer or 8
    // fractional digits once trailing zeros are dropped: nothing is ever rounded on the way in. Sums that were stored
    // may have up to kSumDigitsMax integer digits.
    static Result<Decimal> Parse(std::string_view text, int integer_digits_max = kIntegerDigitsMax);

    // The shortest exact form: "-12.5", "0", never an exponent.
    std::string ToString() const;

    constexpr Units units() const { return units_; }
    constexpr bool IsNegative() const { return units_ < 0; }
    constexpr bool IsZero() const { return units_ == 0; }

    Decimal operator+(Decimal other) const;
    Decimal operator-(Decimal other) const;
    Decimal operator-() const;
    Decimal& operator+=(Decimal other) { return *this = *this + other; }

    // The product rounded half to even at the 8th fractional digit; the intermediate product is exact (256 bits).
    Decimal Times(Decimal other) const;

    // Rounded half to even to fewer fractional digits.
    Decimal RoundedTo(int fraction_digits) const;

    constexpr auto operator<=>(const Decimal&) const = default;

private:
    static constexpr Units kOne = 100'000'000;

    explicit constexpr Decimal(Units units) : units_(units) {}

    Units units_ = 0;
};

}  // namespace fairlead
