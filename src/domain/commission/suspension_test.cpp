#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class SuspensionRules : public testing::Test, protected WorkedCase {
protected:
    SuspensionRules() { UseNewestRules(); }

    void SetSuspended(bool suspended, int affiliate = 1) {
        const auto* known = plan_.FindAffiliate(Nth<AffiliateId>(affiliate));
        AffiliateChanged change{.affiliate = Nth<AffiliateId>(affiliate), .deals = known->deals};
        change.parent = known->parent;
        change.suspended = suspended;
        plan_.Apply(change);
    }
};

TEST_F(SuspensionRules, AnEventOfASuspensionEarnsNothingEvenAfterIt) {
    Under({.rev_share = RevShareTerms{.rate = Dec("10")}});
    Register();
    Ngr("100");
    SetSuspended(true);
    Ngr("1000");
    SetSuspended(false);
    Ngr("10");
    EXPECT_EQ(Earned(), "10, 1");
}

TEST_F(SuspensionRules, AnEventOfASuspensionCompletesNoCondition) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50")}});
    Register();
    FirstDeposit("20");
    SetSuspended(true);
    Deposit("30");
    SetSuspended(false);
    Deposit("29.99");
    EXPECT_EQ(Earned(), "nothing");
    Deposit("0.01");
    EXPECT_EQ(Earned(), "100");
}

TEST_F(SuspensionRules, NoFixedFeeIsPaid) {
    Under({.fixed_monthly = FixedMonthlyTerms{Dec("500")}});
    EXPECT_TRUE(plan_.HasFixedFee(Nth<AffiliateId>(1), Month("2026-03")));
    SetSuspended(true);
    EXPECT_FALSE(plan_.HasFixedFee(Nth<AffiliateId>(1), Month("2026-03")));
    Close("2026-03");
    EXPECT_EQ(Earned(), "nothing");
    SetSuspended(false);
    Close("2026-04");
    EXPECT_EQ(Earned(), "500");
}

TEST_F(SuspensionRules, ASuspendedParentGetsNoShare) {
    Under({.cpl = CplTerms{Dec("100")}});
    AddDeal({.id = Nth<DealId>(2)});
    AddVersion({.deal = 2}, {.sub_affiliate = SubAffiliateTerms{Dec("5")}});
    SetAffiliate(2, {2});
    SetAffiliate(1, {1}, 2);
    SetSuspended(true, 2);
    Register({.player = 1});
    EXPECT_EQ(Earned(2), "nothing");
    SetSuspended(false, 2);
    Register({.player = 2});
    EXPECT_EQ(Earned(2), "5");
    EXPECT_EQ(Earned(1), "100, 100");
}

TEST_F(SuspensionRules, TheOperatorCanLetSuspendedAffiliatesEarn) {
    Under({.rev_share = RevShareTerms{.rate = Dec("10")}});
    Register();
    plan_.Apply(OperatorChanged{.time_zone_name = "UTC", .suspended_earn = true});
    SetSuspended(true);
    Ngr("100");
    EXPECT_EQ(Earned(), "10");
}

TEST_F(SuspensionRules, BeforeTheRuleSuspendedAffiliatesEarn) {
    Under({.rev_share = RevShareTerms{.rate = Dec("10")}});
    plan_.Apply(RulesChanged{kRulesOfBrands});
    Register();
    SetSuspended(true);
    Ngr("100");
    EXPECT_EQ(Earned(), "10");
}

TEST_F(SuspensionRules, ASuspendedAffiliateStillLosesAPlayer) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register();
    SetSuspended(true);
    Leave();
    EXPECT_EQ(Earned(), "5, -5");
}

}  // namespace
}  // namespace fairlead::commission
