#include "base/number/percent.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

Decimal Number(std::string_view text) { return *Decimal::Parse(text); }

TEST(Percentages, AreRoundedHalfToEvenAtTheEighthDigit) {
    EXPECT_EQ(Percent(Number("0.01"), Number("33.3333")).ToString(), "0.00333333");
    EXPECT_EQ(Percent(Number("0.00000001"), Number("50")).ToString(), "0");
    EXPECT_EQ(Percent(Number("0.00000003"), Number("50")).ToString(), "0.00000002");
    EXPECT_EQ(Percent(Number("-0.00000003"), Number("50")).ToString(), "-0.00000002");
    EXPECT_EQ(Percent(Number("999999999999999.99999999"), Number("100")).ToString(), "999999999999999.99999999");
}

TEST(Percentages, OfSeveralAmountsAreRoundedOnce) {
    PercentSum sum;
    sum.Add(Number("0.00000001"), Number("50"));
    sum.Add(Number("0.00000001"), Number("50"));
    EXPECT_EQ(sum.Rounded().ToString(), "0.00000001");
}

TEST(Decimals, AreRoundedToFewerDigitsHalfToEven) {
    EXPECT_EQ(Number("36.548").RoundedTo(2).ToString(), "36.55");
    EXPECT_EQ(Number("0.005").RoundedTo(2).ToString(), "0");
    EXPECT_EQ(Number("0.015").RoundedTo(2).ToString(), "0.02");
    EXPECT_EQ(Number("-0.015").RoundedTo(2).ToString(), "-0.02");
    EXPECT_EQ(Number("12.5").RoundedTo(0).ToString(), "12");
    EXPECT_EQ(Number("0.00999999").RoundedTo(8).ToString(), "0.00999999");
}

}  // namespace
}  // namespace fairlead
