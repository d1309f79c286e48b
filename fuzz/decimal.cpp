// Decimal::Parse accepts exactly the JSON numbers with at most 15 integer and 8 fractional digits, and reads their
// exact value.
#include "base/number/decimal.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>

#include "base/assert.hpp"

namespace {

using fairlead::Decimal;
using Whole = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

constexpr std::size_t kLengthMax = 4096;

Whole PowerOfTen(int exponent) { return Whole("1" + std::string(static_cast<std::size_t>(exponent), '0')); }

std::string TakeDigits(std::string_view& rest) {
    std::string digits;
    while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
        digits += rest.front();
        rest.remove_prefix(1);
    }
    return digits;
}

bool Take(std::string_view& rest, char c) {
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
    return true;
}

std::string WithoutLeadingZeros(const std::string& digits) {
    const auto first = digits.find_first_not_of('0');
    return first == std::string::npos ? "" : digits.substr(first);
}

// The number in units of 10^-8. Nothing if the text is not a number, or if it is not a whole number of units in range.
std::optional<Whole> UnitsOf(std::string_view rest) {
    const bool negative = Take(rest, '-');
    const std::string integer = TakeDigits(rest);
    if (integer.empty() || (integer.size() > 1 && integer.front() == '0')) return std::nullopt;
    const bool has_fraction = Take(rest, '.');
    const std::string fraction = has_fraction ? TakeDigits(rest) : "";
    if (has_fraction && fraction.empty()) return std::nullopt;
    const bool has_exponent = Take(rest, 'e') || Take(rest, 'E');
    const bool exponent_negative = has_exponent && Take(rest, '-');
    if (has_exponent && !exponent_negative) Take(rest, '+');
    std::string exponent_digits = has_exponent ? TakeDigits(rest) : "";
    if (has_exponent && exponent_digits.empty()) return std::nullopt;
    exponent_digits = WithoutLeadingZeros(exponent_digits);
    if (!rest.empty()) return std::nullopt;
    const std::string digits = WithoutLeadingZeros(integer + fraction);
    if (digits.empty()) return Whole(0);
    // With a larger exponent the number is out of range, whatever digits fit into the text.
    if (exponent_digits.size() > 4) return std::nullopt;
    int exponent = exponent_digits.empty() ? 0 : std::stoi(exponent_digits);
    if (exponent > static_cast<int>(kLengthMax) + 100) return std::nullopt;
    if (exponent_negative) exponent = -exponent;
    const int shift = exponent - static_cast<int>(fraction.size()) + 8;
    const Whole power = PowerOfTen(std::abs(shift));
    const Rational units = shift >= 0 ? Rational(Whole(digits) * power) : Rational(Whole(digits), power);
    if (denominator(units) != 1 || numerator(units) >= PowerOfTen(23)) return std::nullopt;
    return negative ? Whole(-numerator(units)) : numerator(units);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (size > kLengthMax) return -1;
    const auto decimal = Decimal::Parse(text);
    const auto expected = UnitsOf(text);
    FAIRLEAD_ASSERT(decimal.has_value() == expected.has_value());
    if (!decimal) return 0;
    FAIRLEAD_ASSERT(Whole(decimal->units()) == *expected);
    const auto again = Decimal::Parse(decimal->ToString());
    FAIRLEAD_ASSERT(again.has_value() && *again == *decimal);
    return 0;
}
