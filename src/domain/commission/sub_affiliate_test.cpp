#include <gtest/gtest.h>

#include "base/missing_reference.hpp"
#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

// Affiliate 1 has deal 1 and is a sub-affiliate of affiliate 2. Affiliate 2 has deal 2 and is a sub-affiliate of
// affiliate 3.
class SubAffiliateRules : public testing::Test, protected WorkedCase {
protected:
    SubAffiliateRules() {
        for (const int deal : {1, 2, 3}) AddDeal({.id = Nth<DealId>(deal)});
        SetAffiliate(3, {3});
        SetAffiliate(2, {2}, 3);
        SetAffiliate(1, {1}, 2);
    }
    void ChildUnder(Terms terms) { AddVersion({.deal = 1}, std::move(terms)); }
    void ParentGets(std::string_view percent, std::string_view currency = "EUR") {
        AddVersion({.deal = 2}, {.currency = Cur(currency), .sub_affiliate = SubAffiliateTerms{Dec(percent)}});
    }
};

// Worked example 10.
TEST_F(SubAffiliateRules, TheParentGetsItsPercentageOfTheChildsCommission) {
    ChildUnder({.rev_share = RevShareTerms{.rate = Dec("30"), .admin_fee_percent = Dec("10")}});
    ParentGets("5");
    Register();
    Ngr("1000");
    EXPECT_EQ(Earned(1), "270");
    EXPECT_EQ(Earned(2), "13.5");
    Ngr("-500");
    EXPECT_EQ(Earned(1), "-135");
    EXPECT_EQ(Earned(2), "-6.75");
}

TEST_F(SubAffiliateRules, CpaAndCplAreSharedToo) {
    ChildUnder({.cpa = CpaTerms{.amount = Dec("100")}, .cpl = CplTerms{Dec("20")}});
    ParentGets("5");
    Register();
    EXPECT_EQ(Earned(2), "1") << "5 % of the 20 for the registration";
    FirstDeposit("50");
    EXPECT_EQ(Earned(2), "5") << "5 % of the 100 for the qualified player";
    Chargeback("50");
    EXPECT_EQ(Earned(2), "-5") << "5 % of what was taken back";
}

TEST_F(SubAffiliateRules, AReRatingIsSharedForEachPlayer) {
    ChildUnder({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{2, Dec("120")}}, .tier_mode = TierMode::kWhole}});
    ParentGets("5");
    for (const int player : {1, 2}) Register({.player = player});
    for (const int player : {1, 2}) FirstDeposit("50", {.player = player});
    EXPECT_EQ(Earned(2), "5, 6, 1") << "5 % of 100, 120 and 20";
}

TEST_F(SubAffiliateRules, AFixedFeeIsNotShared) {
    ChildUnder({.fixed_monthly = FixedMonthlyTerms{Dec("500")}});
    ParentGets("5");
    Close("2026-03", 1);
    EXPECT_EQ(Earned(1), "500");
    EXPECT_EQ(Earned(2), "nothing");
}

TEST_F(SubAffiliateRules, OnlyOneLevelOfParentsIsPaid) {
    ChildUnder({.cpl = CplTerms{Dec("20")}});
    ParentGets("5");
    AddVersion({.deal = 3}, {.sub_affiliate = SubAffiliateTerms{Dec("50")}});
    Register();
    EXPECT_EQ(Earned(2), "1");
    EXPECT_EQ(Earned(3), "nothing");
}

TEST_F(SubAffiliateRules, AParentWhoseDealHasNoSuchComponentEarnsNothing) {
    ChildUnder({.cpl = CplTerms{Dec("20")}});
    AddVersion({.deal = 2}, {.cpl = CplTerms{Dec("20")}});
    Register();
    EXPECT_EQ(Earned(2), "nothing");
}

TEST_F(SubAffiliateRules, TheShareNamesTheChildsAccrualAndItsPlayerAndEvent) {
    ChildUnder({.cpl = CplTerms{Dec("20")}});
    ParentGets("5");
    Register({.player = 4, .brand = 7});
    const Accrual child = OnlyAccrual(1);
    const Accrual share = OnlyAccrual(2);
    EXPECT_EQ(share.component, Component::kSubAffiliate);
    EXPECT_EQ(share.source, child.number);
    EXPECT_EQ(share.player, Nth<PlayerId>(4));
    EXPECT_EQ(share.brand, Nth<BrandId>(7));
    EXPECT_EQ(share.event_seq, LastEvent());
    EXPECT_EQ(share.deal, Nth<DealId>(2));
    EXPECT_EQ(share.base, Dec("20"));
    EXPECT_EQ(share.rate, Dec("5"));
}

TEST_F(SubAffiliateRules, TheParentsDealIsChosenByThePlayersBrandAndCountry) {
    ChildUnder({.cpl = CplTerms{Dec("20")}});
    ParentGets("5");
    AddDeal({.id = Nth<DealId>(4), .scope = {.brands = {Nth<BrandId>(7)}, .countries = {"AT"}}});
    AddVersion({.deal = 4}, {.sub_affiliate = SubAffiliateTerms{Dec("50")}});
    SetAffiliate(2, {2, 4}, 3);
    Register({.player = 1, .brand = 7, .country = "AT"});
    Register({.player = 2, .brand = 7, .country = "DE"});
    EXPECT_EQ(Earned(2), "10, 1") << "50 % under deal 4, 5 % under deal 2";
}

TEST_F(SubAffiliateRules, TheParentsDealHasTheVersionOfTheEventsDay) {
    ChildUnder({.rev_share = RevShareTerms{.rate = Dec("100")}});
    ParentGets("5");
    AddVersion({.deal = 2, .number = 2, .from = "2026-03-15"}, {.sub_affiliate = SubAffiliateTerms{Dec("50")}});
    Register({.on = "2026-03-01"});
    Ngr("100", {.on = "2026-03-14"});
    Ngr("100", {.on = "2026-03-15"});
    EXPECT_EQ(Earned(2), "5, 50");
}

TEST_F(SubAffiliateRules, TheShareIsPayableWithTheChildsAccrual) {
    ChildUnder({.cpa = CpaTerms{.amount = Dec("100"), .hold_days = 30}});
    ParentGets("5");
    Register();
    FirstDeposit("50", {.on = "2026-03-10"});
    const Accrual share = OnlyAccrual(2);
    EXPECT_EQ(share.payable_from, At("2026-04-09"));
    EXPECT_EQ(share.period, Month("2026-04"));
}

TEST_F(SubAffiliateRules, TheShareIsBookedInTheParentsOwnOpenMonth) {
    ChildUnder({.cpl = CplTerms{Dec("20")}});
    ParentGets("5");
    Close("2026-03", 2);
    Register();
    EXPECT_EQ(OnlyAccrual(1).period, Month("2026-03"));
    const Accrual share = OnlyAccrual(2);
    EXPECT_EQ(share.period, Month("2026-04"));
    EXPECT_TRUE(share.late);
}

TEST_F(SubAffiliateRules, TheChildsAmountIsConvertedToTheParentsCurrency) {
    ChildUnder({.cpl = CplTerms{Dec("20")}});
    ParentGets("5", "GBP");
    SetRate("2026-02-28", "EUR", "GBP", "0.85");
    Register();
    const Accrual share = OnlyAccrual(2);
    EXPECT_EQ(share.amount, (Money{Dec("0.85"), Cur("GBP")})) << "5 % of 17 GBP";
    EXPECT_EQ(share.base, Dec("17"));
    EXPECT_EQ(share.conversion, (Conversion{{Dec("20"), Cur("EUR")}, Dec("17"), Day("2026-02-28"), "0.85"}));
}

TEST_F(SubAffiliateRules, WithoutARateOnlyTheShareWaits) {
    ChildUnder({.cpl = CplTerms{Dec("20")}});
    ParentGets("5", "GBP");
    Register();
    EXPECT_EQ(Earned(1), "20");
    EXPECT_EQ(Earned(2), "nothing");
    ASSERT_EQ(Unpriced().size(), 1U);
    EXPECT_EQ(Unpriced().front().component, Component::kSubAffiliate);
    SetRate("2026-02-28", "EUR", "GBP", "0.85");
    Resolve();
    EXPECT_EQ(Earned(1), "nothing") << "the child is not paid again";
    EXPECT_EQ(Earned(2), "0.85");
}

TEST_F(SubAffiliateRules, AWaitingShareOfAnAmountOnHoldBelongsToThePeriodInWhichItIsPayable) {
    ChildUnder({.cpa = CpaTerms{.amount = Dec("100"), .hold_days = 60}});
    ParentGets("5", "GBP");
    Register();
    FirstDeposit("50", {.on = "2026-03-10"});
    ASSERT_EQ(Unpriced().size(), 1U);
    EXPECT_EQ(Unpriced().front().period, Month("2026-05"));
    SetRate("2026-03-10", "EUR", "GBP", "0.8");
    SetRate("2026-05-01", "EUR", "GBP", "0.5");
    Resolve();
    const Accrual share = OnlyAccrual(2);
    EXPECT_EQ(share.period, Month("2026-05"));
    EXPECT_EQ(share.amount.amount, Dec("4")) << "with the rate of the day of the event";
}

TEST_F(SubAffiliateRules, AnUnpricedShareUnderAMissingDealIsABug) {
    UnpricedAccrual unpriced{.affiliate = Nth<AffiliateId>(2), .deal = Nth<DealId>(9), .child = Accrual{}};
    PlayerState state;
    EXPECT_THROW(engine_.OnRateKnown(unpriced, state), MissingReference);
    unpriced.deal = Nth<DealId>(2);
    EXPECT_THROW(engine_.OnRateKnown(unpriced, state), MissingReference);
}

}  // namespace
}  // namespace fairlead::commission
