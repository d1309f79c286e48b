#include "base/number/decimal.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/assert.hpp"
#include "base/number/percent.hpp"

namespace fairlead {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Writes the digits of a number so that they finish before `end`, with leading zeros up to `at_least` digits. Returns
// their start.
char* PutDigits(char* end, std::uint64_t number, int at_least) {
    for (; number != 0 || at_least > 0; number /= 10, --at_least) *--end = static_cast<char>('0' + number % 10);
    return end;
}

// The parts of a JSON number, still as text.
struct NumberText {
    bool negative = false;
    std::string_view integer;
    std::string_view fraction;
    int exponent = 0;
};

std::string_view TakeDigits(std::string_view& rest) {
    const auto end = std::find_if_not(rest.begin(), rest.end(), IsDigit);
    const std::string_view digits = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    rest.remove_prefix(digits.size());
    return digits;
}

bool TakeOne(std::string_view& rest, std::string_view any_of) {
    if (rest.empty() || !any_of.contains(rest.front())) return false;
    rest.remove_prefix(1);
    return true;
}

// With a larger exponent the number is out of range whatever its digits are, so the exact exponent does not matter.
constexpr int kExponentMax = 100'000;

std::optional<int> TakeExponent(std::string_view& rest) {
    const bool negative = !rest.empty() && rest.front() == '-';
    TakeOne(rest, "+-");
    const std::string_view digits = TakeDigits(rest);
    if (digits.empty()) return std::nullopt;
    int value = 0;
    for (const char c : digits) value = std::min(value * 10 + (c - '0'), kExponentMax);
    return negative ? -value : value;
}

std::optional<NumberText> SplitNumber(std::string_view rest) {
    NumberText number;
    number.negative = TakeOne(rest, "-");
    number.integer = TakeDigits(rest);
    if (number.integer.empty() || (number.integer.size() > 1 && number.integer.front() == '0')) return std::nullopt;
    if (TakeOne(rest, ".")) {
        number.fraction = TakeDigits(rest);
        if (number.fraction.empty()) return std::nullopt;
    }
    if (TakeOne(rest, "eE")) {
        const auto exponent = TakeExponent(rest);
        if (!exponent) return std::nullopt;
        number.exponent = *exponent;
    }
    if (!rest.empty()) return std::nullopt;
    return number;
}

// Calls `visit` with each digit and its place: 0 for the ones, -1 for the tenths.
template <class Visit>
void ForEachDigit(const NumberText& number, Visit visit) {
    long place = static_cast<long>(number.integer.size()) - 1 + number.exponent;
    for (const char c : number.integer) visit(c - '0', place--);
    for (const char c : number.fraction) visit(c - '0', place--);
}

constexpr std::size_t kNumberLengthMax = 4096;

}  // namespace

Result<Decimal> Decimal::Parse(std::string_view text, int integer_digits_max) {
    const auto number = text.size() <= kNumberLengthMax ? SplitNumber(text) : std::nullopt;
    if (!number) return Fail(ErrorCode::kInvalidAmount, "must be a decimal number");

    Units units = 0;
    long lowest_place = 0;
    bool fits = true;
    ForEachDigit(*number, [&](int digit, long place) {
        const bool outside = place >= integer_digits_max || place < -kFractionDigits;
        if (digit != 0 && outside) fits = false;
        if (outside) return;
        units = units * 10 + digit;
        lowest_place = place;
    });
    if (!fits) return Fail(ErrorCode::kInvalidAmount, "must have at most 15 integer and 8 fractional digits");
    for (long place = lowest_place; units != 0 && place > -kFractionDigits; --place) units *= 10;
    return FromUnits(number->negative ? -units : units);
}

Result<Decimal> Decimal::ParsePlain(std::string_view text, int integer_digits_max) {
    auto decimal = Parse(text, integer_digits_max);
    if (decimal && text.find_first_of("eE") != std::string_view::npos) {
        return Fail(ErrorCode::kInvalidAmount, "must be a decimal number without an exponent");
    }
    return decimal;
}

std::string Decimal::ToString() const {
    // Unsigned, because the magnitude of the smallest value does not fit the signed type.
    __extension__ using Magnitude = unsigned __int128;
    constexpr Magnitude kUnit = kOne;
    const Magnitude magnitude = units_ < 0 ? -static_cast<Magnitude>(units_) : static_cast<Magnitude>(units_);
    std::array<char, 48> text;  // Room for a sign, 39 digits and a point.
    char* const end = text.data() + text.size();
    char* begin = end;
    if (auto fraction = static_cast<std::uint64_t>(magnitude % kUnit); fraction != 0) {
        int digits = kFractionDigits;
        for (; fraction % 10 == 0; fraction /= 10) --digits;
        begin = PutDigits(begin, fraction, digits);
        *--begin = '.';
    }
    // Nearly all numbers fit into 64 bits, which are much faster to divide.
    Magnitude whole = magnitude / kUnit;
    constexpr std::uint64_t kStep = 10'000'000'000'000'000'000U;
    constexpr int kStepDigits = 19;
    for (; whole >= kStep; whole /= kStep) {
        begin = PutDigits(begin, static_cast<std::uint64_t>(whole % kStep), kStepDigits);
    }
    begin = PutDigits(begin, static_cast<std::uint64_t>(whole), 1);
    if (units_ < 0) *--begin = '-';
    return {begin, end};
}

Decimal Decimal::operator+(Decimal other) const {
    Units sum = 0;
    FAIRLEAD_ASSERT(!__builtin_add_overflow(units_, other.units_, &sum));
    return FromUnits(sum);
}

Decimal Decimal::operator-(Decimal other) const {
    Units difference = 0;
    FAIRLEAD_ASSERT(!__builtin_sub_overflow(units_, other.units_, &difference));
    return FromUnits(difference);
}

Decimal Decimal::operator-() const { return Decimal() - *this; }

Decimal Decimal::Times(Decimal other) const {
    ExactProducts product;
    product.Add(units_, other.units_);
    return FromUnits(product.DividedBy(kOne));
}

void PercentSum::Add(Decimal amount, Decimal percent) { products_.Add(amount.units(), percent.units()); }

Decimal PercentSum::Rounded() const {
    constexpr Decimal::Units kHundred = 100 * Decimal::FromInteger(1).units();
    return Decimal::FromUnits(products_.DividedBy(kHundred));
}

// The product of two percentages up to 100 fits into 128 bits.
void NestedPercentSum::Add(Decimal amount, Decimal percent, Decimal of_percent) {
    products_.Add(amount.units(), percent.units() * of_percent.units());
}

Decimal NestedPercentSum::Rounded() const {
    constexpr Decimal::Units kWhole = 100 * Decimal::FromInteger(1).units();
    return Decimal::FromUnits(products_.DividedBy(kWhole * kWhole));
}

Decimal Percent(Decimal amount, Decimal percent) {
    PercentSum sum;
    sum.Add(amount, percent);
    return sum.Rounded();
}

Decimal Decimal::RoundedTo(int fraction_digits) const {
    Units step = 1;
    for (int digit = fraction_digits; digit < kFractionDigits; ++digit) step *= 10;
    ExactProducts whole;
    whole.Add(units_, 1);
    return FromUnits(whole.DividedBy(step) * step);
}

}  // namespace fairlead
