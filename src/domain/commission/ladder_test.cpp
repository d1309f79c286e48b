#include "domain/commission/ladder.hpp"

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

// Versions and deals that are counted together (docs/commission.md §6.7), and late events of closed months (§6.9).
class Ladders : public testing::Test, protected WorkedCase {
protected:
    static RevShareTerms Ladder() {
        return {.rate = Dec("25"), .tiers = {{Dec("10000"), Dec("30")}}, .tier_mode = TierMode::kWhole};
    }
    // Player 1 has version 1 of the deal, and player 2 version 2.
    void TwoVersions(Terms first, Terms second) {
        Under(std::move(first));
        AddVersion({.number = 2, .from = "2026-03-05"}, std::move(second));
        Register({.player = 1, .on = "2026-03-01"});
        Register({.player = 2, .on = "2026-03-06"});
    }
    // Player 1 of brand 1 has deal 1, and player 2 of brand 2 has deal 2.
    void Pool(Terms first, Terms second) {
        UseNewestRules();
        AddDeal({.id = Nth<DealId>(1), .tier_pool = "both"});
        AddDeal({.id = Nth<DealId>(2), .scope = {.brands = {Nth<BrandId>(2)}}, .tier_pool = "both"});
        AddVersion({.deal = 1}, std::move(first));
        AddVersion({.deal = 2}, std::move(second));
        SetAffiliate(1, {1, 2});
        Register({.player = 1, .brand = 1});
        Register({.player = 2, .brand = 2});
    }
    void LateInOwnPeriod(Terms terms) {
        UseNewestRules();
        AddDeal({.id = Nth<DealId>(1), .late_events = LateEvents::kOwnPeriod});
        AddVersion({}, std::move(terms));
        SetAffiliate(1, {1});
        for (const int player : {1, 2, 3}) Register({.player = player});
    }
};

TEST_F(Ladders, VersionsWithEqualTermsShareALadder) {
    UseNewestRules();
    TwoVersions({.rev_share = Ladder()}, {.rev_share = Ladder(), .cpl = CplTerms{Dec("0")}});
    Ngr("6000", {.player = 1});
    Ngr("6000", {.player = 2});
    const auto accruals = Accruals();
    ASSERT_EQ(accruals.size(), 2U);
    EXPECT_EQ(accruals[0].amount.amount, Dec("1500"));
    EXPECT_EQ(accruals[1].amount.amount, Dec("2100"));
    EXPECT_EQ(accruals[1].version, 2);
}

TEST_F(Ladders, VersionsWithOtherTermsHaveTheirOwnLadder) {
    UseNewestRules();
    RevShareTerms other = Ladder();
    other.tiers[0].rate = Dec("31");
    TwoVersions({.rev_share = Ladder()}, {.rev_share = other});
    Ngr("6000", {.player = 1});
    Ngr("6000", {.player = 2});
    EXPECT_EQ(Earned(), "1500, 1500");
}

TEST_F(Ladders, UnderTheFirstRulesEveryVersionIsAlone) {
    TwoVersions({.rev_share = Ladder()}, {.rev_share = Ladder()});
    Ngr("6000", {.player = 1});
    Ngr("6000", {.player = 2});
    EXPECT_EQ(Earned(), "1500, 1500");
}

TEST_F(Ladders, AStateFromBeforeTheRuleStaysAloneForItsMonth) {
    TwoVersions({.rev_share = Ladder()}, {.rev_share = Ladder()});
    Ngr("6000", {.player = 2});
    UseNewestRules();
    Ngr("6000", {.player = 1});
    Ngr("3000", {.player = 2});
    EXPECT_EQ(Earned(), "1500, 1500, 750");
    Ngr("6000", {.player = 1, .on = "2026-04-10"});
    Ngr("6000", {.player = 2, .on = "2026-04-10"});
    EXPECT_EQ(Earned(), "1500, 2100");
}

TEST_F(Ladders, AStateFromBeforeTheRuleDoesNotJoinTheOthers) {
    TwoVersions({.rev_share = Ladder()}, {.rev_share = Ladder()});
    Ngr("5000", {.player = 2});
    UseNewestRules();
    Ngr("6000", {.player = 1});
    Ngr("4500", {.player = 2});
    EXPECT_EQ(Earned(), "1250, 1500, 1125") << "9500 of version 2 alone is below the tier";
}

TEST_F(Ladders, PositionsFromBeforeTheRuleStayAloneForTheirMonth) {
    const CpaTerms cpa{.amount = Dec("100"), .monthly_cap = 2};
    TwoVersions({.cpa = cpa}, {.cpa = cpa});
    Register({.player = 3, .on = "2026-03-06"});
    Register({.player = 4, .on = "2026-03-01"});
    FirstDeposit("20", {.player = 2});
    UseNewestRules();
    FirstDeposit("20", {.player = 1});
    FirstDeposit("20", {.player = 4});
    FirstDeposit("20", {.player = 3});
    EXPECT_EQ(Earned(), "100, 100, 100, 100") << "two of each version";
}

TEST_F(Ladders, VersionsWithEqualCpaShareTheCap) {
    UseNewestRules();
    const CpaTerms cpa{.amount = Dec("100"), .monthly_cap = 1};
    TwoVersions({.cpa = cpa}, {.cpa = cpa, .cpl = CplTerms{Dec("0")}});
    FirstDeposit("20", {.player = 1});
    FirstDeposit("20", {.player = 2});
    EXPECT_EQ(Earned(), "100, 0");
    Chargeback("20", {.player = 2});
    Chargeback("20", {.player = 1});
    EXPECT_EQ(Earned(), "-100");
}

TEST_F(Ladders, APlayerThatLeavesIsTakenOutOfTheSharedLadder) {
    UseNewestRules();
    TwoVersions({.rev_share = Ladder()}, {.rev_share = Ladder(), .cpl = CplTerms{Dec("0")}});
    Ngr("6000", {.player = 1});
    Ngr("6000", {.player = 2});
    EXPECT_EQ(Earned(), "1500, 2100");
    Leave(2);
    EXPECT_EQ(Earned(), "-2100");
}

TEST_F(Ladders, BrandsThatAddUpToNothingAreReRatedAllTheSame) {
    UseNewestRules();
    RevShareTerms share{.rate = Dec("10"), .tiers = {{Dec("1"), Dec("30")}}, .tier_mode = TierMode::kWhole};
    share.tier_by = TierBy::kQualifiedPlayers;
    Under({.cpa = CpaTerms{.amount = Dec("100")}, .rev_share = share});
    for (const int player : {1, 2}) Register({.player = player, .brand = player});
    Ngr("1000", {.player = 1});
    Ngr("-1000", {.player = 2});
    FirstDeposit("20", {.player = 1});
    EXPECT_EQ(Earned(), "100, -100, 100, 200, -200");
}

TEST_F(Ladders, AConditionWithoutTiersReRatesTheOtherBrandsToo) {
    UseNewestRules();
    RevShareTerms share{.rate = Dec("10")};
    share.needs = RequirementsOrElse{{.deposits = Dec("100")}, Dec("0")};
    Under({.rev_share = share});
    for (const int player : {1, 2}) Register({.player = player, .brand = player});
    Ngr("1000", {.player = 1});
    Deposit("100", {.player = 2});
    const Accrual re_rated = OnlyAccrual();
    EXPECT_EQ(re_rated.brand, Nth<BrandId>(1)) << "the base is that brand's";
    EXPECT_EQ(re_rated.amount.amount, Dec("100"));
}

TEST_F(Ladders, APoolCountsItsDealsTogetherEachWithItsOwnRates) {
    RevShareTerms other{.rate = Dec("10"), .tiers = {{Dec("10000"), Dec("20")}}, .tier_mode = TierMode::kWhole};
    Pool({.rev_share = Ladder()}, {.rev_share = other});
    Ngr("6000", {.player = 1});
    Ngr("4000", {.player = 2});
    const auto accruals = Accruals();
    ASSERT_EQ(accruals.size(), 3U);
    EXPECT_EQ(accruals[1].amount.amount, Dec("800"));
    EXPECT_EQ(accruals[1].rev_share->input_after.pooled, Dec("10000"));
    EXPECT_EQ(accruals[2].amount.amount, Dec("300"));
    EXPECT_EQ(accruals[2].deal, Nth<DealId>(1));
    EXPECT_EQ(accruals[2].reason, Reason::kReRated);
    Leave(2);
    EXPECT_EQ(Earned(), "-800, -300");
}

TEST_F(Ladders, APoolCountsQualifiedPlayersTogether) {
    CpaTerms whole{.amount = Dec("100"), .tiers = {{2, Dec("120")}}, .tier_mode = TierMode::kWhole};
    CpaTerms marginal{.amount = Dec("50"), .tiers = {{2, Dec("70")}}};
    Pool({.cpa = whole}, {.cpa = marginal});
    FirstDeposit("20", {.player = 1});
    FirstDeposit("20", {.player = 2});
    const auto accruals = Accruals();
    ASSERT_EQ(accruals.size(), 3U);
    EXPECT_EQ(accruals[1].amount.amount, Dec("70"));
    EXPECT_EQ(accruals[1].cpa->pool_players, 2);
    EXPECT_EQ(accruals[2].amount.amount, Dec("20"));
    EXPECT_EQ(accruals[2].deal, Nth<DealId>(1));
}

TEST_F(Ladders, ALateEventIsComputedInItsOwnMonth) {
    LateInOwnPeriod({.rev_share = Ladder()});
    Ngr("9000", {.on = "2026-03-10"});
    Close("2026-03");
    EXPECT_EQ(Earned(), "2250");
    Ngr("2000", {.on = "2026-03-11"});
    const Accrual late = OnlyAccrual();
    EXPECT_EQ(late.amount.amount, Dec("1050"));
    EXPECT_EQ(late.period, Month("2026-04"));
    EXPECT_TRUE(late.late);
    Ngr("9999.99", {.on = "2026-04-11"});
    EXPECT_EQ(Earned(), "2499.9975");
    Leave();
    EXPECT_EQ(Earned(), "-2800, -500, -2499.9975");
}

TEST_F(Ladders, ALateEventTakesThePositionAndTheCapOfItsOwnMonth) {
    LateInOwnPeriod({.cpa = CpaTerms{.amount = Dec("100"), .monthly_cap = 1}});
    FirstDeposit("20", {.player = 1});
    Close("2026-03");
    FirstDeposit("20", {.player = 2});
    FirstDeposit("20", {.player = 3, .on = "2026-04-02"});
    EXPECT_EQ(Earned(), "100, 0, 100");
}

TEST_F(Ladders, ALateEventRaisesTheActivityOfItsOwnMonth) {
    LateInOwnPeriod({.rev_share = RevShareTerms{.rate = Dec("10"),
                                                .tiers = {{Dec("2"), Dec("20")}},
                                                .tier_mode = TierMode::kWhole,
                                                .tier_by = TierBy::kActivePlayers}});
    Ngr("100", {.player = 1});
    Close("2026-03");
    EXPECT_EQ(Earned(), "10");
    for (const auto* day : {"2026-03-11", "2026-04-11", "2026-03-12"}) Deposit("20", {.player = 1, .on = day});
    EXPECT_EQ(Earned(), "nothing");
    Deposit("20", {.player = 2, .on = "2026-03-11"});
    EXPECT_EQ(Earned(), "10");
}

}  // namespace
}  // namespace fairlead::commission
