#include "base/number/exact_sum.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

Decimal D(const char* text) { return *Decimal::Parse(text); }
ExchangeRate R(const char* text) { return *ExchangeRate::Parse(text); }

TEST(ExactSum, ConvertsExactly) {
    ExactSum sum;
    sum.Add(D("1.5"));
    sum.AddConverted(D("100"), R("0.9137"));
    EXPECT_EQ(sum.Rounded().ToString(), "92.87");
}

TEST(ExactSum, RoundsOnceAndNotAtEachStep) {
    // Three thirds of the smallest unit are one unit, but each third alone would be rounded to zero.
    ExactSum sum;
    for (int i = 0; i < 3; ++i) sum.AddConverted(D("0.00000001"), R("0.333333333333333333"));
    sum.AddConverted(D("0.00000001"), R("0.000000000000000001"));
    EXPECT_EQ(sum.Rounded().ToString(), "0.00000001");
}

TEST(ExactSum, DoesNotDependOnHowItWasSplit) {
    ExactSum whole;
    whole.AddConverted(D("300.00000003"), R("1.234567890123456789"));
    ExactSum parts;
    for (int i = 0; i < 3; ++i) parts.AddConverted(D("100.00000001"), R("1.234567890123456789"));
    EXPECT_EQ(whole.Rounded(), parts.Rounded());
}

TEST(ExactSum, RoundsHalfToEven) {
    ExactSum half;
    half.AddConverted(D("0.00000001"), R("0.5"));
    EXPECT_EQ(half.Rounded().ToString(), "0");
    half.AddConverted(D("0.00000001"), R("1"));
    EXPECT_EQ(half.Rounded().ToString(), "0.00000002");
    ExactSum negative;
    negative.AddConverted(D("-0.00000003"), R("0.5"));
    EXPECT_EQ(negative.Rounded().ToString(), "-0.00000002");
}

TEST(ExactSum, TakesProductsThatNeedMoreThan128Bits) {
    ExactSum sum;
    sum.AddConverted(D("999999999999999.99999999"), R("99999.999999999999999999"));
    EXPECT_EQ(sum.Rounded().ToString(), "99999999999999999999.998");
}

TEST(ExactSum, ASumBeyondTheLimitIsNoNumber) {
    ExactSum sum;
    sum.AddConverted(D("999999999999999"), R("999999999999"));
    EXPECT_EQ(sum.Rounded().ToString(), "999999999998999000000000001");
    for (int i = 0; i < 9; ++i) sum.AddConverted(D("999999999999999"), R("999999999999"));
    EXPECT_FALSE(sum.IsBeyondLimit());
    EXPECT_EQ(sum.Rounded().ToString(), "9999999999989990000000000010");
    for (int i = 0; i < 100; ++i) sum.AddConverted(D("999999999999999"), R("999999999999.999999999999999999"));
    EXPECT_TRUE(sum.IsBeyondLimit());
    for (int i = 0; i < 200; ++i) sum.AddConverted(D("-999999999999999"), R("999999999999.999999999999999999"));
    EXPECT_TRUE(sum.IsBeyondLimit()) << "once is enough";
}

TEST(ExactSum, TheLimitHoldsBelowZeroAndForOneAmount) {
    const Decimal share = *Decimal::Parse("-100000000000000000000", Decimal::kSumDigitsMax);
    ExactSum negative;
    negative.AddConverted(share, R("100000000"));
    EXPECT_EQ(negative.Rounded().ToString(), "-10000000000000000000000000000");
    EXPECT_FALSE(negative.IsBeyondLimit());
    negative.Add(D("-0.00000001"));
    EXPECT_TRUE(negative.IsBeyondLimit());
    ExactSum one;
    one.AddConverted(share, R("999999999999"));
    EXPECT_TRUE(one.IsBeyondLimit());
}

}  // namespace
}  // namespace fairlead
