#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string_view>

#include "base/number/decimal.hpp"

namespace fairlead {

// A currency code in upper case: 3 to 10 letters and digits.
class Currency {
public:
    static constexpr std::size_t kLengthMax = 10;

    // Converts to upper case. Returns nothing if the text does not have the form of a code. It does not check whether
    // the operator may use the code.
    static std::optional<Currency> Parse(std::string_view text);

    std::string_view code() const { return {code_.data(), length_}; }
    auto operator<=>(const Currency&) const = default;

private:
    Currency() = default;

    std::array<char, kLengthMax> code_{};
    std::uint8_t length_ = 0;
};

// An amount in a currency. Adding amounts of different currencies is a bug and aborts.
struct Money {
    Decimal amount;
    Currency currency;

    Money operator+(const Money& other) const;
    Money operator-() const { return {-amount, currency}; }
    bool operator==(const Money&) const = default;
};

}  // namespace fairlead
