#include "base/number/decimal.hpp"

#include <array>
#include <limits>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead {
namespace {

using Whole = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;
using Units = Decimal::Units;

Whole PowerOfTen(int exponent) { return Whole("1" + std::string(static_cast<std::size_t>(exponent), '0')); }

Rational ValueOf(Decimal decimal) { return Rational(Whole(decimal.units()), PowerOfTen(8)); }

// A number as text, and its value according to decimal notation.
struct WrittenNumber {
    std::string text;
    Rational value;
};

WrittenNumber Write(bool negative, const std::string& integer, const std::string& fraction, int exponent) {
    WrittenNumber number;
    number.text = (negative ? "-" : "") + integer;
    if (!fraction.empty()) number.text += "." + fraction;
    if (exponent != 0) number.text += "e" + std::to_string(exponent);
    const int shift = exponent - static_cast<int>(fraction.size());
    number.value =
        Rational(Whole("1" + integer + fraction) - PowerOfTen(static_cast<int>((integer + fraction).size())));
    number.value *= shift >= 0 ? Rational(PowerOfTen(shift)) : Rational(Whole(1), PowerOfTen(-shift));
    if (negative) number.value = -number.value;
    return number;
}

bool IsRepresentable(const Rational& value) {
    const Rational units = value * PowerOfTen(8);
    return denominator(units) == 1 && abs(value) < PowerOfTen(15);
}

rc::Gen<std::string> Digits(int count_max) {
    return rc::gen::mapcat(rc::gen::inRange(0, count_max + 1), [](int count) {
        return rc::gen::container<std::string>(static_cast<std::size_t>(count),
                                               rc::gen::elementOf(std::string("0123456789")));
    });
}

std::string WithoutLeadingZeros(std::string digits) {
    digits.erase(0, digits.find_first_not_of('0'));
    return digits.empty() ? "0" : digits;
}

rc::Gen<WrittenNumber> AnyNumber() {
    return rc::gen::map(rc::gen::tuple(rc::gen::arbitrary<bool>(), Digits(20), Digits(14), rc::gen::inRange(-25, 26)),
                        [](const auto& parts) {
                            const auto& [negative, integer, fraction, exponent] = parts;
                            return Write(negative, WithoutLeadingZeros(integer), fraction, exponent);
                        });
}

// Any value with 15 integer and 8 fractional digits. The point is moved by some places, and the exponent moves it back.
rc::Gen<WrittenNumber> RepresentableNumber() {
    const auto digits = rc::gen::container<std::string>(23, rc::gen::elementOf(std::string("0123456789")));
    return rc::gen::map(rc::gen::tuple(rc::gen::arbitrary<bool>(), digits, rc::gen::inRange<std::size_t>(1, 24)),
                        [](const auto& parts) {
                            const auto& [negative, all, point] = parts;
                            const int exponent = 15 - static_cast<int>(point);
                            return Write(negative, WithoutLeadingZeros(all.substr(0, point)), all.substr(point),
                                         exponent);
                        });
}

// The magnitude is at most 2^126, so that the sum of two numbers fits the type.
rc::Gen<Units> LargeUnits() {
    return rc::gen::map(rc::gen::pair(rc::gen::arbitrary<std::int64_t>(), rc::gen::arbitrary<std::int64_t>()),
                        [](const auto& factors) { return Units{factors.first} * Units{factors.second}; });
}

Whole Floor(const Rational& value) {
    const Whole quotient = numerator(value) / denominator(value);
    return Rational(quotient) > value ? Whole(quotient - 1) : quotient;
}

Whole RoundHalfToEven(const Rational& value) {
    const Whole below = Floor(value);
    const Rational rest = value - below;
    const bool up = rest > Rational(1, 2) || (rest == Rational(1, 2) && below % 2 != 0);
    return up ? Whole(below + 1) : below;
}

struct NumberReading {
    std::string_view text;
    std::string_view written;  // The shortest exact form.
};

TEST(Decimal, ReadsEveryFormOfAJsonNumberExactly) {
    constexpr std::array kReadings{
        NumberReading{"0", "0"},
        NumberReading{"-0", "0"},
        NumberReading{"-0.000", "0"},
        NumberReading{"0e999999999999999999", "0"},
        NumberReading{"12.50", "12.5"},
        NumberReading{"-12.05", "-12.05"},
        NumberReading{"100", "100"},
        NumberReading{"1e3", "1000"},
        NumberReading{"1E+3", "1000"},
        NumberReading{"1.5e-7", "0.00000015"},
        NumberReading{"2500e-2", "25"},
        NumberReading{"0.00000001", "0.00000001"},
        NumberReading{"1e-8", "0.00000001"},
        NumberReading{"0.000000000000001e7", "0.00000001"},
        NumberReading{"1e14", "100000000000000"},
        NumberReading{"100000000000000000000e-6", "100000000000000"},
        NumberReading{"999999999999999.99999999", "999999999999999.99999999"},
        NumberReading{"-999999999999999.99999999", "-999999999999999.99999999"},
        NumberReading{"0.1000000000000000000000000", "0.1"},
        NumberReading{"99999999999999999999999e-8", "999999999999999.99999999"},
        NumberReading{"1e00000000000000000000000000000000002", "100"},
    };
    for (const auto& [text, written] : kReadings) {
        const auto decimal = Decimal::Parse(text);
        ASSERT_TRUE(decimal.has_value()) << text;
        EXPECT_EQ(decimal->ToString(), written) << text;
    }
}

TEST(Decimal, RefusesMoreThan15IntegerOr8FractionalDigits) {
    for (const std::string_view text :
         {"1e15", "1000000000000000", "-1000000000000000", "0.000000001", "1e-9", "999999999999999.999999999",
          "1234567890123456", "0.123456789", "1e999999999999", "1e-999999999999", "10000000000000000e-1", "0.1e16"}) {
        const auto decimal = Decimal::Parse(text);
        ASSERT_FALSE(decimal.has_value()) << text;
        EXPECT_EQ(decimal.error().code, ErrorCode::kInvalidAmount) << text;
    }
}

TEST(Decimal, RefusesTextThatIsNotAJsonNumber) {
    using namespace std::string_view_literals;
    for (const std::string_view text :
         {""sv,    "-"sv,     "+1"sv,    "01"sv, "-01"sv, "00"sv,    ".5"sv,    "5."sv,   "1.e5"sv, "1e"sv,
          "1e+"sv, "1e5.5"sv, " 1"sv,    "1 "sv, "1,5"sv, "--1"sv,   "1e--5"sv, "0x10"sv, "NaN"sv,  "Infinity"sv,
          "1_0"sv, "1\0"sv,   "1.2.3"sv, "e5"sv, "-e5"sv, "1e5e5"sv, "٣"sv,     "1-"sv,   "true"sv, "1.5d"sv}) {
        const auto decimal = Decimal::Parse(text);
        ASSERT_FALSE(decimal.has_value()) << text;
        EXPECT_EQ(decimal.error().code, ErrorCode::kInvalidAmount) << text;
    }
}

TEST(Decimal, PlainTextHasNoExponent) {
    for (const std::string_view text : {"1e5", "1E5", "1e0", "2500e-2", "0e1", "-1.5e-7"}) {
        EXPECT_TRUE(Decimal::Parse(text).has_value()) << text;
        const auto plain = Decimal::ParsePlain(text);
        ASSERT_FALSE(plain.has_value()) << text;
        EXPECT_EQ(plain.error().code, ErrorCode::kInvalidAmount) << text;
        EXPECT_EQ(plain.error().message, "must be a decimal number without an exponent");
    }
    EXPECT_EQ(Decimal::ParsePlain("-12.50")->ToString(), "-12.5");
    EXPECT_EQ(Decimal::ParsePlain("one").error().message, "must be a decimal number");
    EXPECT_FALSE(Decimal::ParsePlain("1000000000000000").has_value());
    EXPECT_TRUE(Decimal::ParsePlain("1000000000000000", Decimal::kSumDigitsMax).has_value());
}

TEST(Decimal, ASumMayHaveMoreDigitsThanAnAmount) {
    const Decimal largest = *Decimal::Parse("999999999999999.99999999");
    EXPECT_EQ((largest + *Decimal::Parse("0.00000001")).ToString(), "1000000000000000");
    EXPECT_EQ((largest + largest).ToString(), "1999999999999999.99999998");
}

TEST(Decimal, TheSmallestValueOfTheTypeCanBeWritten) {
    const Decimal smallest = Decimal::FromUnits(std::numeric_limits<Units>::min());
    EXPECT_EQ(smallest.ToString(), "-1701411834604692317316873037158.84105728");
}

TEST(Decimal, AWholeNumberHasNoFraction) {
    EXPECT_EQ(Decimal::FromInteger(-7), *Decimal::Parse("-7"));
    EXPECT_EQ(Decimal::FromInteger(std::numeric_limits<std::int64_t>::max()).ToString(), "9223372036854775807");
}

TEST(Decimal, AProductRoundsHalfToEven) {
    struct Product {
        std::string_view a, b, product;
    };
    // The exact products are half a unit of the last place, or just above or below.
    constexpr std::array kProducts{
        Product{"0.00000001", "0.5", "0"},
        Product{"0.00000003", "0.5", "0.00000002"},
        Product{"0.00000005", "0.5", "0.00000002"},
        Product{"-0.00000001", "0.5", "0"},
        Product{"-0.00000003", "0.5", "-0.00000002"},
        Product{"0.00000001", "0.50000001", "0.00000001"},
        Product{"0.00000001", "0.49999999", "0"},
        Product{"-0.00000001", "0.50000001", "-0.00000001"},
        Product{"1234.5", "0.25", "308.625"},
        Product{"-0.1", "-0.1", "0.01"},
    };
    for (const auto& [a, b, product] : kProducts) {
        EXPECT_EQ(Decimal::Parse(a)->Times(*Decimal::Parse(b)).ToString(), product) << a << " * " << b;
    }
}

TEST(DecimalDeathTest, AnOverflowStopsTheService) {
    const Decimal largest = Decimal::FromUnits(std::numeric_limits<Units>::max());
    const Decimal smallest = Decimal::FromUnits(std::numeric_limits<Units>::min());
    const Decimal unit = Decimal::FromUnits(1);
    EXPECT_DEATH(largest + unit, "assertion failed");
    EXPECT_DEATH(smallest - unit, "assertion failed");
    EXPECT_DEATH(-smallest, "assertion failed");
    EXPECT_DEATH(largest.Times(Decimal::FromInteger(2)), "assertion failed");
}

RC_GTEST_PROP(Decimal, ANumberIsReadExactlyOrRefused, ()) {
    const WrittenNumber number = *AnyNumber();
    const auto decimal = Decimal::Parse(number.text);
    RC_LOG() << number.text;
    RC_ASSERT(decimal.has_value() == IsRepresentable(number.value));
    if (decimal) RC_ASSERT(ValueOf(*decimal) == number.value);
}

RC_GTEST_PROP(Decimal, EveryNumberWithinTheLimitsIsReadExactly, ()) {
    const WrittenNumber number = *RepresentableNumber();
    const auto decimal = Decimal::Parse(number.text);
    RC_LOG() << number.text;
    RC_ASSERT(decimal.has_value());
    RC_ASSERT(ValueOf(*decimal) == number.value);
}

RC_GTEST_PROP(Decimal, AWrittenNumberIsReadBack, ()) {
    const auto decimal = Decimal::Parse((*RepresentableNumber()).text);
    const auto again = Decimal::Parse(decimal->ToString());
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == *decimal);
}

RC_GTEST_PROP(Decimal, TheWrittenFormHasNoSuperfluousCharacter, ()) {
    const std::string text = Decimal::FromUnits(*LargeUnits()).ToString();
    RC_LOG() << text;
    RC_ASSERT(text.find_first_not_of("-.0123456789") == std::string::npos);
    if (text.find('.') != std::string::npos) RC_ASSERT(text.back() != '0' && text.back() != '.');
    const std::string magnitude = text.substr(text.starts_with('-') ? 1 : 0);
    RC_ASSERT(magnitude.front() != '0' || magnitude.size() == 1 || magnitude[1] == '.');
}

RC_GTEST_PROP(Decimal, SumsAndDifferencesAreExact, ()) {
    const Decimal a = Decimal::FromUnits(*LargeUnits());
    const Decimal b = Decimal::FromUnits(*LargeUnits());
    RC_ASSERT(ValueOf(a + b) == ValueOf(a) + ValueOf(b));
    RC_ASSERT(ValueOf(a - b) == ValueOf(a) - ValueOf(b));
    RC_ASSERT(ValueOf(-a) == -ValueOf(a));
    Decimal sum = a;
    sum += b;
    RC_ASSERT(sum == a + b);
}

RC_GTEST_PROP(Decimal, IsOrderedByValue, ()) {
    const Decimal a = *Decimal::Parse((*RepresentableNumber()).text);
    const Decimal b = *rc::gen::oneOf(rc::gen::just(a), rc::gen::map(rc::gen::inRange(-2, 3), [a](int units) {
                                          return a + Decimal::FromUnits(units);
                                      }));
    const Decimal c = *Decimal::Parse((*RepresentableNumber()).text);
    for (const Decimal& other : {b, c}) {
        RC_ASSERT((a < other) == (ValueOf(a) < ValueOf(other)));
        RC_ASSERT((a == other) == (ValueOf(a) == ValueOf(other)));
        RC_ASSERT((a > other) == (ValueOf(a) > ValueOf(other)));
    }
    RC_ASSERT(a.IsNegative() == (ValueOf(a) < 0));
    RC_ASSERT(a.IsZero() == (ValueOf(a) == 0));
}

RC_GTEST_PROP(Decimal, AProductIsTheExactOneRoundedHalfToEven, ()) {
    // Factors like 0.5 and 0.25 make halves common; any other factor makes them rare.
    const auto small = rc::gen::oneOf(rc::gen::map(rc::gen::arbitrary<std::int32_t>(), [](auto n) { return Units{n}; }),
                                      rc::gen::element<Units>(50'000'000, -50'000'000, 25'000'000, 5'000, 1, 0));
    const auto large =
        rc::gen::map(rc::gen::pair(rc::gen::arbitrary<std::int64_t>(), rc::gen::arbitrary<std::int32_t>()),
                     [](const auto& factors) { return Units{factors.first} * Units{factors.second}; });
    const Decimal a = Decimal::FromUnits(*large);
    const Decimal b = Decimal::FromUnits(*small);
    const Whole expected = RoundHalfToEven(ValueOf(a) * ValueOf(b) * PowerOfTen(8));
    RC_ASSERT(Whole(a.Times(b).units()) == expected);
    RC_ASSERT(a.Times(b) == b.Times(a));
}

}  // namespace
}  // namespace fairlead
