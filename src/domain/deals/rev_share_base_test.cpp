#include "domain/deals/rev_share_base.hpp"

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class BaseOfRevShare : public testing::Test, protected WorkedCase {
protected:
    void SetUp() override { UseNewestRules(); }
    static RevShareTerms Whole(std::string_view rate) { return {.rate = Dec(rate), .tier_mode = TierMode::kWhole}; }
};

// Worked example 13.
TEST_F(BaseOfRevShare, AProductEarnsItsOwnRate) {
    RevShareTerms terms = Whole("25");
    terms.rate_by_product = {{"sports", Dec("20")}};
    Under({.rev_share = terms});
    Register();
    Ngr("1000", {.product = "casino"});
    EXPECT_EQ(Earned(), "250");
    Ngr("500", {.product = "Sports"});
    EXPECT_EQ(Earned(), "100");
    Ngr("-200", {.product = "sports"});
    EXPECT_EQ(Earned(), "-40");
}

TEST_F(BaseOfRevShare, TiersUseTheWholeBaseAndMayHaveTheirOwnRatesByProduct) {
    RevShareTerms terms = Whole("25");
    terms.rate_by_product = {{"sports", Dec("20")}};
    terms.tiers = {{Dec("1000"), Dec("30")}, {Dec("2000"), Dec("40"), {{"sports", Dec("35")}}}};
    Under({.rev_share = terms});
    Register();
    Ngr("600", {.product = "casino"});
    Ngr("400", {.product = "sports"});
    EXPECT_EQ(Earned(), "150, 110") << "260 in all: 600 at 30 % and 400 at 20 %";
    Ngr("1000", {.product = "sports"});
    EXPECT_EQ(Earned(), "470") << "730 in all: 600 at 40 % and 1400 at 35 %";
}

TEST_F(BaseOfRevShare, AnExcludedProductDoesNotCount) {
    RevShareTerms terms = Whole("25");
    terms.exclude_products = {"poker"};
    Under({.rev_share = terms});
    Register();
    Ngr("1000", {.product = "POKER"});
    EXPECT_EQ(Earned(), "nothing");
    Ngr("100");
    EXPECT_EQ(Earned(), "25");
}

// Worked example 14.
TEST_F(BaseOfRevShare, DeductionsComeOffAfterTheAdminFee) {
    RevShareTerms terms = Whole("42");
    terms.admin_fee_percent = Dec("18");
    terms.deductions.bonus_percent = Dec("100");
    Under({.rev_share = terms});
    Register();
    Ngr("3000");
    EXPECT_EQ(Earned(), "1033.2") << "42 % of 2460";
    Bonus("500");
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.amount.amount, Dec("-210"));
    EXPECT_EQ(accrual.base, Dec("-500"));
}

TEST_F(BaseOfRevShare, DeductionsMayComeOffBeforeTheAdminFee) {
    RevShareTerms terms = Whole("42");
    terms.admin_fee_percent = Dec("18");
    terms.deductions = {.bonus_percent = Dec("100"), .before_admin_fee = true};
    EXPECT_EQ(BaseOf(terms, {.ngr = Dec("3000"), .bonuses = Dec("500")}), Dec("2050"));
    Under({.rev_share = terms});
    Register();
    Ngr("3000");
    Bonus("500");
    EXPECT_EQ(Earned(), "1033.2, -172.2") << "861 in all";
}

TEST_F(BaseOfRevShare, FeesOfDepositsAndWithdrawalsAreDeducted) {
    RevShareTerms terms = Whole("50");
    terms.deductions = {.deposit_fee_percent = Dec("2"), .withdrawal_fee_percent = Dec("1")};
    Under({.rev_share = terms});
    Register();
    FirstDeposit("100");
    Deposit("100");
    Happens(events::EventType::kWithdrawal, "50", {});
    EXPECT_EQ(Earned(), "-1, -1, -0.25");
    Bonus("500");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(BaseOfRevShare, ChargebacksReduceThePartWithoutItsOwnRate) {
    RevShareTerms terms = Whole("10");
    terms.rate_by_product = {{"sports", Dec("50")}};
    const RevShareSums sums{.ngr = Dec("100"), .chargebacks = Dec("30"), .products = {{"sports", Dec("40")}}};
    const BaseParts expected{Dec("70"), {{"sports", Dec("40")}}};
    EXPECT_EQ(PartsOf(terms, sums), expected);
    EXPECT_EQ(BaseOf(terms, sums), Dec("110"));
}

TEST_F(BaseOfRevShare, APlayerTakenFromItsAffiliateTakesItsProductSumsAlong) {
    RevShareTerms terms = Whole("25");
    terms.rate_by_product = {{"sports", Dec("20")}};
    Under({.rev_share = terms});
    Register();
    Ngr("500", {.product = "sports"});
    EXPECT_EQ(Earned(), "100");
    Leave();
    EXPECT_EQ(Earned(), "-100");
    const StateKey key{Nth<AffiliateId>(1), Month("2026-03"), Nth<DealId>(1), 1};
    EXPECT_EQ(groups_.Find(key)->sums, RevShareSums{});
}

}  // namespace
}  // namespace fairlead::commission
