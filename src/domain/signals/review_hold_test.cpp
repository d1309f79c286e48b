#include "domain/signals/review_hold.hpp"

#include <gtest/gtest.h>

namespace fairlead::signals {
namespace {

TEST(ReviewHold, OpenSignalsHoldMoney) {
    EXPECT_EQ(WhyHeldForReview(Decimal::FromInteger(10), 1),
              "1 fraud signal holds the statements of this affiliate. Release or reverse it first");
    EXPECT_EQ(WhyHeldForReview(Decimal::FromInteger(10), 2),
              "2 fraud signals hold the statements of this affiliate. Release or reverse them first");
}

TEST(ReviewHold, NothingToPayAndNoSignalsNeedNoDecision) {
    EXPECT_FALSE(WhyHeldForReview(Decimal(), 3));
    EXPECT_FALSE(WhyHeldForReview(Decimal::FromInteger(10), 0));
}

}  // namespace
}  // namespace fairlead::signals
