#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string_view>

#include "base/number/decimal.hpp"

namespace fairlead {

// A currency code in upper case: three letters, or 3 to 10 letters and digits for one that an operator has declared.
class Currency {
public:
    static constexpr std::size_t kLengthMax = 10;

    // The upper-cased code, or nothing where the text has not the form of one. Whether a code is one that the operator
    // may use is another question: see IsStandardForm.
    static std::optional<Currency> Parse(std::string_view text);

    // Three letters, as ISO 4217 codes are. Every operator may use these without declaring them.
    bool IsStandardForm() const;

    std::string_view code() const { return {code_.data(), length_}; }
    auto operator<=>(const Currency&) const = default;

private:
    Currency() = default;

    std::array<char, kLengthMax> code_{};
    std::uint8_t length_ = 0;
};

// An amount in a currency. Amounts of different currencies never meet: adding them is a bug.
struct Money {
    Decimal amount;
    Currency currency;

    Money operator+(const Money& other) const;
    Money operator-() const { return {-amount, currency}; }
    bool operator==(const Money&) const = default;
};

}  // namespace fairlead
