#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class CpaRules : public testing::Test, protected WorkedCase {
protected:
    // Players register one after the other and make a first deposit in March. Their numbers start at 1.
    std::string EarnedByNext(std::string_view country = "DE") {
        ++players_so_far_;
        Register({.player = players_so_far_, .country = country});
        FirstDeposit("50", {.player = players_so_far_});
        return Earned();
    }

private:
    int players_so_far_ = 0;
};

// The conditions.

TEST_F(CpaRules, AFirstDepositBelowTheMinimumPaysNothing) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20")}});
    Register();
    FirstDeposit("19.99");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaRules, AFirstDepositOfExactlyTheMinimumPays) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20")}});
    Register();
    FirstDeposit("20.00");
    EXPECT_EQ(Earned(), "100");
}

TEST_F(CpaRules, LaterDepositsDoNotMakeUpForASmallFirstDeposit) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20")}});
    Register();
    FirstDeposit("19.99");
    Deposit("500");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaRules, ADepositWithoutAFirstDepositPaysNothing) {
    Under({.cpa = CpaTerms{.amount = Dec("100")}});
    Register();
    Deposit("500");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaRules, DepositsAddUpToTheMinimumOfAllDeposits) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20"), .min_total_deposits = Dec("50")}});
    Register();
    FirstDeposit("30");
    EXPECT_EQ(Earned(), "nothing") << "30 of 50";
    Deposit("20");
    EXPECT_EQ(Earned(), "100") << "50 of 50";
}

TEST_F(CpaRules, ADepositBeforeTheFirstDepositCountsTowardsAllDeposits) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50")}});
    Register();
    Deposit("30");
    FirstDeposit("20");
    EXPECT_EQ(Earned(), "100");
}

TEST_F(CpaRules, ChargebacksLowerAllDeposits) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50")}});
    Register();
    FirstDeposit("30");
    Chargeback("10");
    Deposit("20");
    EXPECT_EQ(Earned(), "nothing") << "30 - 10 + 20 = 40 of 50";
    Deposit("10");
    EXPECT_EQ(Earned(), "100") << "50 of 50";
}

TEST_F(CpaRules, WagersAddUpToTheMinimumWagered) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_wagered = Dec("200")}});
    Register();
    FirstDeposit("50");
    Wager("150");
    Wager("49.99");
    EXPECT_EQ(Earned(), "nothing") << "199.99 of 200";
    Wager("0.01");
    EXPECT_EQ(Earned(), "100") << "200 of 200";
}

TEST_F(CpaRules, AWagerWithoutAFirstDepositPaysNothing) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_wagered = Dec("200")}});
    Register();
    Wager("200");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaRules, APlayerQualifiesOnce) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50")}});
    Register();
    FirstDeposit("50");
    EXPECT_EQ(Earned(), "100");
    Deposit("50");
    Deposit("50");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaRules, TheAccrualHasTheEventThatMetTheConditionsAndTheValues) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50")}});
    Register();
    FirstDeposit("30");
    Wager("7");
    Deposit("20");
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.event_seq, LastEvent());
    EXPECT_EQ(accrual.rate, Dec("100"));
    EXPECT_EQ(accrual.cpa, (CpaSeen{.position = 1,
                                    .priced_by = PricedBy::kAmount,
                                    .period = Month("2026-03"),
                                    .first_deposit = Dec("30"),
                                    .deposits = Dec("50"),
                                    .wagered = Dec("7")}));
}

// The days to qualify: 30 days of 24 hours after a registration on 2026-03-01 at noon end on 2026-03-31 at noon.

TEST_F(CpaRules, ADepositAfterTheDaysToQualifyDoesNotCount) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50"), .qualify_within_days = 30}});
    Register();
    FirstDeposit("30");
    Deposit("20", {.on = "2026-04-01"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaRules, TheLastMomentOfTheDaysToQualifyCounts) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .qualify_within_days = 30}});
    Register();
    FirstDeposit("50", {.on = "2026-03-31T12:00:00Z"});
    EXPECT_EQ(Earned(), "100");
    Register({.player = 2});
    FirstDeposit("50", {.player = 2, .on = "2026-03-31T12:00:00.000001Z"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaRules, AWagerAfterTheDaysToQualifyDoesNotCount) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_wagered = Dec("10"), .qualify_within_days = 30}});
    Register();
    FirstDeposit("50");
    Wager("10", {.on = "2026-04-01"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaRules, ALateRecordOfAnEarlyDepositStillCounts) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50"), .qualify_within_days = 30}});
    Register();
    FirstDeposit("30");
    Deposit("500", {.on = "2026-04-02"});
    Deposit("20", {.on = "2026-03-20"});
    EXPECT_EQ(Earned(), "100");
}

// The amount.

TEST_F(CpaRules, TheAmountOfThePlayersCountryReplacesTheAmount) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .amount_by_country = {{"DE", Dec("120")}}}});
    EXPECT_EQ(EarnedByNext("DE"), "120");
    EXPECT_EQ(EarnedByNext("AT"), "100");
}

TEST_F(CpaRules, TheAmountOfThePlayersCountryWinsOverTiers) {
    Under(
        {.cpa = CpaTerms{.amount = Dec("100"), .amount_by_country = {{"DE", Dec("70")}}, .tiers = {{1, Dec("130")}}}});
    EXPECT_EQ(EarnedByNext("DE"), "70");
    EXPECT_EQ(EarnedByNext("AT"), "130");
}

TEST_F(CpaRules, MarginalTiersPayEachPlayerByItsOwnPosition) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{3, Dec("120")}}, .tier_mode = TierMode::kMarginal}});
    EXPECT_EQ(EarnedByNext(), "100");
    EXPECT_EQ(EarnedByNext(), "100");
    EXPECT_EQ(EarnedByNext(), "120");
    EXPECT_EQ(EarnedByNext(), "120");
}

TEST_F(CpaRules, AWholeTierReRatesThePlayersBefore) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{3, Dec("120")}}, .tier_mode = TierMode::kWhole}});
    EXPECT_EQ(EarnedByNext(), "100");
    EXPECT_EQ(EarnedByNext(), "100");
    EXPECT_EQ(EarnedByNext(), "120, 20, 20");
    EXPECT_EQ(EarnedByNext(), "120");
}

TEST_F(CpaRules, AReRatingHasItsPlayerAndTheEventThatCausedIt) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{2, Dec("120")}}, .tier_mode = TierMode::kWhole}});
    Register({.player = 1, .brand = 7});
    Register({.player = 2, .brand = 8});
    FirstDeposit("50", {.player = 1});
    EXPECT_EQ(Earned(), "100");
    FirstDeposit("50", {.player = 2});
    const auto accruals = Accruals();
    ASSERT_EQ(accruals.size(), 2U);
    EXPECT_EQ(accruals[0].reason, Reason::kEarned);
    EXPECT_EQ(accruals[0].player, Nth<PlayerId>(2));
    EXPECT_EQ(accruals[1].reason, Reason::kReRated);
    EXPECT_EQ(accruals[1].player, Nth<PlayerId>(1));
    EXPECT_EQ(accruals[1].brand, Nth<BrandId>(7));
    EXPECT_EQ(accruals[1].event_seq, LastEvent());
    EXPECT_EQ(accruals[1].rate, Dec("120")) << "what the player is worth now";
}

TEST_F(CpaRules, APlayerPricedByItsCountryHasAPositionAndIsNotReRated) {
    Under({.cpa = CpaTerms{.amount = Dec("100"),
                           .amount_by_country = {{"DE", Dec("70")}},
                           .tiers = {{3, Dec("120")}},
                           .tier_mode = TierMode::kWhole}});
    EXPECT_EQ(EarnedByNext("DE"), "70");
    EXPECT_EQ(EarnedByNext("AT"), "100");
    EXPECT_EQ(EarnedByNext("AT"), "120, 20");
}

TEST_F(CpaRules, PositionsStartAgainEveryMonth) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{2, Dec("120")}}}});
    EXPECT_EQ(EarnedByNext(), "100");
    Register({.player = 9});
    FirstDeposit("50", {.player = 9, .on = "2026-04-02"});
    EXPECT_EQ(Earned(), "100");
    EXPECT_EQ(EarnedByNext(), "120");
}

// The cap.

TEST_F(CpaRules, APlayerAboveTheCapEarnsZeroWithThatReason) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{3, Dec("120")}}, .monthly_cap = 3}});
    for (const std::string_view expected : {"100", "100", "120"}) EXPECT_EQ(EarnedByNext(), expected);
    Register({.player = 4});
    FirstDeposit("50", {.player = 4});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.amount.amount, Dec("0"));
    EXPECT_EQ(accrual.reason, Reason::kCapped);
}

TEST_F(CpaRules, ACappedPlayerDoesNotQualifyAgainInTheNextMonth) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .monthly_cap = 1}});
    EXPECT_EQ(EarnedByNext(), "100");
    EXPECT_EQ(EarnedByNext(), "0");
    Deposit("500", {.player = 2, .on = "2026-04-10"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaRules, ACappedPlayerCountsTowardsAWholeTierAndKeepsZero) {
    Under({.cpa = CpaTerms{
               .amount = Dec("100"), .tiers = {{3, Dec("120")}}, .tier_mode = TierMode::kWhole, .monthly_cap = 2}});
    EXPECT_EQ(EarnedByNext(), "100");
    EXPECT_EQ(EarnedByNext(), "100");
    EXPECT_EQ(EarnedByNext(), "0, 20, 20");
    EXPECT_EQ(EarnedByNext(), "0");
}

TEST_F(CpaRules, ThePlayersCountryDoesNotLiftTheCap) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .amount_by_country = {{"DE", Dec("120")}}, .monthly_cap = 1}});
    EXPECT_EQ(EarnedByNext("DE"), "120");
    EXPECT_EQ(EarnedByNext("DE"), "0");
}

// The hold period.

TEST_F(CpaRules, AnAmountOnHoldBelongsToTheMonthInWhichItIsPayable) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .hold_days = 30}});
    Register();
    FirstDeposit("50", {.on = "2026-03-10"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.payable_from, At("2026-04-09"));
    EXPECT_EQ(accrual.period, Month("2026-04"));
    EXPECT_FALSE(accrual.late);
}

TEST_F(CpaRules, WithoutAHoldAnAmountIsPayableAtOnce) {
    Under({.cpa = CpaTerms{.amount = Dec("100")}});
    Register();
    FirstDeposit("50", {.on = "2026-03-10"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.payable_from, std::nullopt);
    EXPECT_EQ(accrual.period, Month("2026-03"));
}

TEST_F(CpaRules, AnAmountOnHoldHasThePositionAndCapOfTheMonthOfItsEvent) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .monthly_cap = 1, .hold_days = 30}});
    EXPECT_EQ(EarnedByNext(), "100") << "the first of March, payable in April";
    Register({.player = 9});
    FirstDeposit("50", {.player = 9, .on = "2026-04-01"});
    EXPECT_EQ(Earned(), "100") << "the first of April";
    EXPECT_EQ(EarnedByNext(), "0") << "the second of March";
}

// Versions that change with the event.

TEST_F(CpaRules, DepositsUnderAnEarlierVersionWithoutACpaCountTowardsTheConditions) {
    AddDeal({.id = Nth<DealId>(1), .binding = Binding::kEvent});
    AddVersion({.number = 1}, {.rev_share = RevShareTerms{.rate = Dec("20")}});
    AddVersion({.number = 2, .from = "2026-03-15"},
               {.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50")}});
    SetAffiliate(1, {1});
    Register();
    FirstDeposit("30", {.on = "2026-03-10"});
    EXPECT_EQ(Earned(), "nothing");
    Deposit("20", {.on = "2026-03-20"});
    EXPECT_EQ(Earned(), "100");
}

}  // namespace
}  // namespace fairlead::commission
