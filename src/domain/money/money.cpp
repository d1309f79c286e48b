#include "domain/money/money.hpp"

#include "base/assert.hpp"

namespace fairlead {
namespace {

bool IsUpperLetter(char c) { return c >= 'A' && c <= 'Z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<Currency> Currency::Parse(std::string_view text) {
    if (text.size() < 3 || text.size() > kLengthMax) return std::nullopt;
    Currency currency;
    for (const char c : text) {
        const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        if (!IsUpperLetter(upper) && !IsDigit(upper)) return std::nullopt;
        currency.code_[currency.length_++] = upper;
    }
    return currency;
}

Money Money::operator+(const Money& other) const {
    FAIRLEAD_ASSERT(currency == other.currency);
    return {amount + other.amount, currency};
}

}  // namespace fairlead
