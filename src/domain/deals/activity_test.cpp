#include "domain/deals/activity.hpp"

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class ActivityRules : public testing::Test, protected WorkedCase {
protected:
    void SetUp() override { UseNewestRules(); }

    static RevShareTerms Whole(std::string_view rate) { return {.rate = Dec(rate), .tier_mode = TierMode::kWhole}; }
    static RevShareTerms ByNewDepositors(std::string_view from) {
        RevShareTerms terms = Whole("25");
        terms.tier_by = TierBy::kNewDepositors;
        terms.tiers = {{Dec(from), Dec("30")}};
        return terms;
    }
    void RegisterAll(int players) {
        for (int player = 1; player <= players; ++player) Register({.player = player});
    }
    Activity ActivityIn(std::string_view month) {
        return groups_.Group(ActivityKey(Nth<AffiliateId>(1), Month(month), Nth<DealId>(1))).activity;
    }
};

// Worked example 11.
TEST_F(ActivityRules, TheEleventhNewDepositorReachesTheTier) {
    Under({.rev_share = ByNewDepositors("11")});
    RegisterAll(11);
    for (int player = 1; player <= 10; ++player) FirstDeposit("20", {.player = player});
    Ngr("10000");
    EXPECT_EQ(Earned(), "2500");
    FirstDeposit("20", {.player = 11});
    EXPECT_EQ(Earned(), "500") << "10000 at 30 % instead of 25 %";
}

// Worked example 12.
TEST_F(ActivityRules, WithoutTheRequiredPlayersTheBaseEarnsTheOtherRate) {
    RevShareTerms terms = Whole("30");
    terms.needs = RequirementsOrElse{{.active_players = 5}, Dec("0")};
    Under({.rev_share = terms});
    RegisterAll(5);
    for (int player = 1; player <= 4; ++player) Ngr("250", {.player = player});
    EXPECT_EQ(Earned(), "nothing");
    Ngr("100", {.player = 5});
    EXPECT_EQ(Earned(), "330") << "30 % of 1100";
}

TEST_F(ActivityRules, APlayerIsActiveOnceInAMonth) {
    RevShareTerms terms = Whole("30");
    terms.needs = RequirementsOrElse{{.active_players = 2}, Dec("10")};
    Under({.rev_share = terms});
    RegisterAll(2);
    Ngr("100");
    Deposit("5");
    Wager("1");
    EXPECT_EQ(ActivityIn("2026-03").active_players, 1);
    EXPECT_EQ(Earned(), "10");
    Wager("1", {.player = 2});
    EXPECT_EQ(Earned(), "20") << "the second player re-rates the base";
    Wager("1", {.player = 2, .on = "2026-04-02"});
    EXPECT_EQ(ActivityIn("2026-04").active_players, 1);
}

TEST_F(ActivityRules, ATierIsReachedOnlyWithItsRequirement) {
    RevShareTerms terms = Whole("25");
    terms.tiers = {{Dec("1000"), Dec("30")}, {Dec("2000"), Dec("35")}};
    terms.tiers[1].needs.new_depositors = 1;
    Under({.rev_share = terms});
    RegisterAll(1);
    Ngr("2000");
    EXPECT_EQ(Earned(), "600") << "the highest tier below that is reached: 30 %";
    FirstDeposit("20");
    EXPECT_EQ(Earned(), "100") << "35 %";
}

TEST_F(ActivityRules, DepositsAddUpInTheDealsCurrency) {
    RevShareTerms terms = Whole("25");
    terms.tier_by = TierBy::kDeposits;
    terms.tiers = {{Dec("100"), Dec("30")}};
    Under({.rev_share = terms});
    SetRate("2026-03-01", "USD", "EUR", "0.5");
    RegisterAll(1);
    Ngr("1000");
    EXPECT_EQ(Earned(), "250");
    FirstDeposit("100", {.currency = "USD"});
    EXPECT_EQ(Earned(), "nothing");
    Deposit("49.999");
    EXPECT_EQ(Earned(), "50") << "99.999 is compared as 100.00";
}

TEST_F(ActivityRules, QualifiedPlayersAreCountedWithTheirEvent) {
    RevShareTerms terms = Whole("25");
    terms.tier_by = TierBy::kQualifiedPlayers;
    terms.tiers = {{Dec("1"), Dec("50")}};
    Under({.cpa = CpaTerms{.amount = Dec("10")}, .rev_share = terms});
    RegisterAll(1);
    Ngr("100");
    EXPECT_EQ(Earned(), "25");
    FirstDeposit("20");
    EXPECT_EQ(Earned(), "10, 25");
}

TEST_F(ActivityRules, CountsBelongToTheDealAndReRateAllItsVersions) {
    AddDeal({.id = Nth<DealId>(1)});
    AddVersion({.number = 1}, {.rev_share = ByNewDepositors("1")});
    RevShareTerms other = ByNewDepositors("1");
    other.tiers.front().rate = Dec("35");
    AddVersion({.number = 2, .from = "2026-03-05"}, {.rev_share = other});
    SetAffiliate(1, {1});
    Register({.player = 1, .on = "2026-03-01"});
    Register({.player = 2, .on = "2026-03-06"});
    Ngr("100", {.player = 1});
    Ngr("100", {.player = 2});
    EXPECT_EQ(Earned(), "25, 25");
    FirstDeposit("20", {.player = 2});
    const auto accruals = Accruals();
    ASSERT_EQ(accruals.size(), 2U);
    EXPECT_EQ(accruals[0].version, 2);
    EXPECT_EQ(accruals[0].amount.amount, Dec("10"));
    EXPECT_EQ(accruals[1].version, 1);
    EXPECT_EQ(accruals[1].amount.amount, Dec("5"));
    EXPECT_EQ(accruals[1].reason, Reason::kReRated);
    EXPECT_EQ(accruals[1].player, std::nullopt);
}

TEST_F(ActivityRules, ALateEventCountsInNoMonth) {
    Under({.rev_share = ByNewDepositors("1")});
    RegisterAll(1);
    Close("2026-03");
    FirstDeposit("20", {.on = "2026-03-10"});
    EXPECT_EQ(ActivityIn("2026-04"), Activity{});
}

TEST_F(ActivityRules, AnExcludedProductDoesNotMakeAPlayerActive) {
    RevShareTerms terms = Whole("30");
    terms.needs = RequirementsOrElse{{.active_players = 1}, Dec("0")};
    terms.exclude_products = {"poker"};
    Under({.rev_share = terms});
    RegisterAll(1);
    Ngr("100", {.product = "Poker"});
    EXPECT_EQ(ActivityIn("2026-03"), Activity{});
}

TEST_F(ActivityRules, APlayerThatLeavesTakesItsActivityAlong) {
    Under({.rev_share = ByNewDepositors("2")});
    RegisterAll(2);
    Ngr("1000", {.player = 1});
    FirstDeposit("20", {.player = 1});
    FirstDeposit("20", {.player = 2});
    EXPECT_EQ(Earned(), "250, 50");
    Leave(2);
    EXPECT_EQ(Earned(), "-50");
    EXPECT_EQ(ActivityIn("2026-03").new_depositors, 1);
    Leave(1);
    EXPECT_EQ(Earned(), "-250");
    EXPECT_EQ(ActivityIn("2026-03"), Activity{});
}

TEST_F(ActivityRules, ADealWithoutThemCountsNothing) {
    Under({.rev_share = Whole("30")});
    RegisterAll(1);
    FirstDeposit("20");
    Ngr("100");
    EXPECT_EQ(groups_.Find(ActivityKey(Nth<AffiliateId>(1), Month("2026-03"), Nth<DealId>(1))), nullptr);
}

}  // namespace
}  // namespace fairlead::commission
