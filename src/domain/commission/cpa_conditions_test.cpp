#include "domain/commission/cpa_conditions.hpp"

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

class CpaConditions : public testing::Test, protected WorkedCase {
protected:
    void SetUp() override { UseNewestRules(); }
    static CpaTerms Cpa(std::string_view amount) { return {.amount = Dec(amount)}; }
};

// Worked example 18.
TEST_F(CpaConditions, TheAmountFollowsTheFirstDepositAsItGrows) {
    CpaTerms terms = Cpa("80");
    terms.min_first_deposit = Dec("20");
    terms.first_deposit_window_hours = 24;
    terms.amount_by_first_deposit = {{Dec("100"), Dec("150")}};
    Under({.cpa = terms});
    Register();
    FirstDeposit("60", {.on = "2026-03-10T10:00:00Z"});
    EXPECT_EQ(Earned(), "80");
    Deposit("50", {.on = "2026-03-10T13:00:00Z"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.amount.amount, Dec("70"));
    EXPECT_EQ(accrual.reason, Reason::kReRated);
    EXPECT_EQ(accrual.cpa->first_deposit, Dec("110"));
    Deposit("500", {.on = "2026-03-12T10:00:00Z"});
    EXPECT_EQ(Earned(), "nothing");
    Chargeback("610", {.on = "2026-03-13"});
    EXPECT_EQ(Earned(), "-150") << "all that was earned for the player";
}

TEST_F(CpaConditions, DepositsInTheWindowHelpToReachTheMinimum) {
    CpaTerms terms = Cpa("80");
    terms.min_first_deposit = Dec("100");
    terms.first_deposit_window_hours = 24;
    Under({.cpa = terms});
    Register();
    FirstDeposit("60", {.on = "2026-03-10T10:00:00Z"});
    Deposit("40", {.on = "2026-03-11T10:00:00Z"});
    EXPECT_EQ(Earned(), "80") << "exactly 24 hours later";
}

TEST_F(CpaConditions, ACountryIsPricedBeforeTheFirstDeposit) {
    CpaTerms terms = Cpa("80");
    terms.amount_by_country = {{"DE", Dec("33")}};
    terms.amount_by_first_deposit = {{Dec("100"), Dec("150")}};
    Under({.cpa = terms});
    Register({.country = "DE"});
    FirstDeposit("100");
    EXPECT_EQ(Earned(), "33");
}

// Worked example 19.
TEST_F(CpaConditions, BetsAndTheVerificationAreNeeded) {
    CpaTerms terms = Cpa("100");
    terms.min_bets = 5;
    terms.requires_kyc = true;
    Under({.cpa = terms});
    Register();
    FirstDeposit("50");
    for (int bet = 0; bet < 5; ++bet) Wager("1");
    EXPECT_EQ(Earned(), "nothing");
    Happens(EventType::kKycVerified);
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.amount.amount, Dec("100"));
    EXPECT_EQ(accrual.cpa->bets, 5);
    EXPECT_TRUE(accrual.cpa->kyc);
}

TEST_F(CpaConditions, ABetWithoutAnAmountCounts) {
    CpaTerms terms = Cpa("100");
    terms.min_bets = 2;
    Under({.cpa = terms});
    Register();
    FirstDeposit("50");
    Happens(EventType::kWagerPlaced);
    EXPECT_EQ(Earned(), "nothing");
    Happens(EventType::kWagerPlaced);
    EXPECT_EQ(Earned(), "100");
}

TEST_F(CpaConditions, AnExcludedPlayerDoesNotQualify) {
    CpaTerms terms = Cpa("100");
    terms.excludes_self_excluded = true;
    Under({.cpa = terms});
    Register({.player = 1});
    Register({.player = 2});
    Happens(EventType::kSelfExclusion, {.player = 1});
    Happens(EventType::kPlayerBlocked, {.player = 2});
    FirstDeposit("50", {.player = 1});
    EXPECT_EQ(Earned(), "nothing");
    FirstDeposit("50", {.player = 2});
    EXPECT_EQ(Earned(), "100") << "the deal does not exclude blocked players";
}

TEST_F(CpaConditions, AnExclusionBeforeTheAmountIsPayableReversesIt) {
    CpaTerms terms = Cpa("100");
    terms.excludes_blocked = true;
    terms.hold_days = 10;
    Under({.cpa = terms});
    Register({.player = 1});
    Register({.player = 2});
    FirstDeposit("50", {.player = 1});
    FirstDeposit("50", {.player = 2});
    EXPECT_EQ(Earned(), "100, 100");
    Happens(EventType::kPlayerBlocked, {.player = 1, .on = "2026-03-19"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.amount.amount, Dec("-100"));
    EXPECT_EQ(accrual.reason, Reason::kExcluded);
    EXPECT_EQ(accrual.payable_from, At("2026-03-20"));
    Happens(EventType::kPlayerBlocked, {.player = 2, .on = "2026-03-20"});
    EXPECT_EQ(Earned(), "nothing") << "payable by then";
}

TEST_F(CpaConditions, TheDaysMayStartWithTheFirstDeposit) {
    CpaTerms terms = Cpa("100");
    terms.min_total_deposits = Dec("50");
    terms.qualify_within_days = 7;
    terms.qualify_from = QualifyFrom::kFirstDeposit;
    Under({.cpa = terms});
    Register({.player = 1, .on = "2026-01-01"});
    Register({.player = 2, .on = "2026-01-01"});
    FirstDeposit("20", {.player = 1, .on = "2026-03-01"});
    FirstDeposit("20", {.player = 2, .on = "2026-03-01"});
    Deposit("30", {.player = 1, .on = "2026-03-08"});
    Deposit("30", {.player = 2, .on = "2026-03-09"});
    EXPECT_EQ(Earned(), "100") << "the eighth day is too late";
}

// Worked example 25.
TEST_F(CpaConditions, MinimumsAreComparedInMinorUnits) {
    CpaTerms terms = Cpa("50");
    terms.min_first_deposit = Dec("20");
    Under({.currency = Cur("GBP"), .cpa = terms});
    SetRate("2026-03-01", "EUR", "GBP", "0.8547");
    Register();
    FirstDeposit("23.40");
    EXPECT_EQ(Earned(), "50") << "19.99998 is compared as 20.00";
}

TEST_F(CpaConditions, UnderTheFirstRulesEveryDigitCounts) {
    plan_.Apply(RulesChanged{kFirstRules});
    CpaTerms terms = Cpa("50");
    terms.min_first_deposit = Dec("20");
    Under({.currency = Cur("GBP"), .cpa = terms});
    SetRate("2026-03-01", "EUR", "GBP", "0.8547");
    Register();
    FirstDeposit("23.40");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaConditions, ADealWithoutThemRemembersNothingMore) {
    Under({.cpa = Cpa("50")});
    Register();
    FirstDeposit("20");
    Happens(EventType::kKycVerified);
    Happens(EventType::kSelfExclusion);
    EXPECT_EQ(Earned(), "50");
}

}  // namespace
}  // namespace fairlead::commission
