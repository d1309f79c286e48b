#include "domain/explanation/negative_steps.hpp"

#include <gtest/gtest.h>

namespace fairlead::commission {
namespace {

Decimal Said(std::string_view text) { return Decimal::Parse(text).value(); }

TEST(NegativeSteps, SayWhatHappened) {
    EXPECT_EQ(TextOf(step::BaseCarried{Period::Parse("2026-09").value(), Said("-3000")}),
              "The base of 2026-09 begins with -3000.00 EUR, because earlier periods ended below zero.");
    EXPECT_EQ(TextOf(step::RingFenced{Said("0"), Said("-8000"), Said("5000")}),
              "A player whose base in a period is minus 5000.00 EUR or lower is ring-fenced. Such amounts, and revenue "
              "that settles them, are not part of the base: -8000.00 EUR now, 0.00 EUR before.");
    step::StatementFollowed followed{Period::Parse("2026-01"), Date::Parse("2026-01-31").value(), Said("3000"),
                                     Said("5"), Said("150")};
    EXPECT_EQ(TextOf(followed),
              "The statement of a sub-affiliate for 2026-01 carries over or waives 3000.00 EUR. The parent's share of "
              "this is 5 %: 150.00 EUR.");
    followed.period.reset();
    EXPECT_TRUE(TextOf(followed).starts_with(
        "The statement of a sub-affiliate for a period that ended on 2026-01-31 carries over or waives 3000.00 EUR."));
}

}  // namespace
}  // namespace fairlead::commission
