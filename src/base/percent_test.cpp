#include "base/percent.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

Decimal D(std::string_view text) { return *Decimal::Parse(text); }

TEST(Percentages, AreRoundedHalfToEvenAtTheEighthDigit) {
    EXPECT_EQ(Percent(D("0.01"), D("33.3333")).ToString(), "0.00333333");
    EXPECT_EQ(Percent(D("0.00000001"), D("50")).ToString(), "0");
    EXPECT_EQ(Percent(D("0.00000003"), D("50")).ToString(), "0.00000002");
    EXPECT_EQ(Percent(D("-0.00000003"), D("50")).ToString(), "-0.00000002");
    EXPECT_EQ(Percent(D("999999999999999.99999999"), D("100")).ToString(), "999999999999999.99999999");
}

TEST(Percentages, OfSeveralAmountsAreRoundedOnce) {
    PercentSum sum;
    sum.Add(D("0.00000001"), D("50"));
    sum.Add(D("0.00000001"), D("50"));
    EXPECT_EQ(sum.Rounded().ToString(), "0.00000001");
}

TEST(Decimals, AreRoundedToFewerDigitsHalfToEven) {
    EXPECT_EQ(D("36.548").RoundedTo(2).ToString(), "36.55");
    EXPECT_EQ(D("0.005").RoundedTo(2).ToString(), "0");
    EXPECT_EQ(D("0.015").RoundedTo(2).ToString(), "0.02");
    EXPECT_EQ(D("-0.015").RoundedTo(2).ToString(), "-0.02");
    EXPECT_EQ(D("12.5").RoundedTo(0).ToString(), "12");
    EXPECT_EQ(D("0.00999999").RoundedTo(8).ToString(), "0.00999999");
}

}  // namespace
}  // namespace fairlead
