#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class Turnover : public testing::Test, protected WorkedCase {
protected:
    static TurnoverTerms Wagers() { return {Dec("0.25"), {{"sports", Dec("0.5")}}}; }
};

// Worked example 20.
TEST_F(Turnover, EarnsAPercentageOfWagers) {
    Under({.turnover = Wagers()});
    Register();
    Wager("1000", {.product = "slots"});
    EXPECT_EQ(Earned(), "2.5");
    Wager("200", {.product = "SPORTS"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.amount.amount, Dec("1"));
    EXPECT_EQ(accrual.base, Dec("200"));
    EXPECT_EQ(accrual.rate, Dec("0.5"));
    EXPECT_EQ(accrual.turnover, (TurnoverSeen{"sports", Dec("0"), Dec("200")}));
    Ngr("-5000");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(Turnover, TheSumOfTheMonthIsRoundedNotEachWager) {
    Under({.turnover = TurnoverTerms{Dec("50")}});
    Register();
    Wager("0.00000001");
    Wager("0.00000001");
    EXPECT_EQ(Earned(), "0.00000001") << "half a unit twice";
}

TEST_F(Turnover, IsSharedWithParents) {
    AddDeal({.id = Nth<DealId>(1)});
    AddVersion({}, {.turnover = Wagers()});
    AddDeal({.id = Nth<DealId>(2)});
    AddVersion({.deal = 2}, {.sub_affiliate = SubAffiliateTerms{Dec("10")}});
    SetAffiliate(2, {2});
    SetAffiliate(1, {1}, 2);
    Register();
    Wager("1000");
    EXPECT_EQ(Earned(2), "0.25");
}

TEST_F(Turnover, LeavesWithThePlayer) {
    Under({.turnover = Wagers()});
    Register();
    Wager("1000");
    Wager("200", {.product = "sports"});
    EXPECT_EQ(Earned(), "2.5, 1");
    Leave();
    EXPECT_EQ(Earned(), "-2.5, -1");
}

TEST_F(Turnover, WaitsForAnExchangeRate) {
    Under({.turnover = Wagers()});
    Register();
    Wager("1000", {.currency = "USD"});
    ASSERT_EQ(Unpriced().size(), 1U);
    EXPECT_EQ(Unpriced().front().component, Component::kTurnover);
}

}  // namespace
}  // namespace fairlead::commission
