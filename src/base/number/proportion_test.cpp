#include "base/number/proportion.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

Decimal Of(std::string_view text) { return *Decimal::Parse(text); }

TEST(Proportion, IsRoundedHalfToEven) {
    EXPECT_EQ(Proportion(Of("500"), Of("12"), Of("10")), Of("600"));
    EXPECT_EQ(Proportion(Of("1"), Of("1"), Of("3")), Of("0.33333333"));
    EXPECT_EQ(Proportion(Of("-2"), Of("1"), Of("3")), Of("-0.66666667"));
    EXPECT_EQ(Proportion(Of("2"), Of("1"), Of("-3")), Of("-0.66666667"));
    EXPECT_EQ(Proportion(Of("0.00000001"), Of("1"), Of("2")), Of("0"));
    EXPECT_EQ(Proportion(Of("0.00000003"), Of("1"), Of("2")), Of("0.00000002"));
}

TEST(Proportion, ByZeroIsZero) { EXPECT_TRUE(Proportion(Of("7"), Of("3"), Of("0")).IsZero()); }

TEST(Proportion, AbsurdResultsAreLimited) {
    const Decimal huge = Decimal::FromInteger(1'000'000'000'000'000'000).Times(Decimal::FromInteger(10'000'000'000));
    EXPECT_EQ(Proportion(huge, huge, Decimal::FromUnits(1)), huge);
    EXPECT_EQ(Proportion(huge, -huge, Decimal::FromUnits(1)), -huge);
    Decimal sum;
    for (int i = 0; i < 100; ++i) sum = BoundedSum(sum, huge);
    EXPECT_EQ(sum, BoundedSum(sum, huge));
}

}  // namespace
}  // namespace fairlead
