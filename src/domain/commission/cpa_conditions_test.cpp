#include "domain/commission/cpa_conditions.hpp"

#include <gtest/gtest.h>

#include "base/missing_reference.hpp"
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

TEST_F(CpaConditions, DepositsAfterTheWindowAreNoPartOfTheFirstDeposit) {
    CpaTerms terms = Cpa("80");
    terms.min_first_deposit = Dec("100");
    terms.first_deposit_window_hours = 24;
    Under({.cpa = terms});
    Register();
    FirstDeposit("60", {.on = "2026-03-10T10:00:00Z"});
    Deposit("40", {.on = "2026-03-11T10:00:01Z"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CpaConditions, DepositsInTheWindowAreAddedAlsoIfTheFirstDepositArrivesLast) {
    CpaTerms terms = Cpa("80");
    terms.min_first_deposit = Dec("100");
    terms.first_deposit_window_hours = 24;
    Under({.cpa = terms});
    Register();
    Deposit("500", {.on = "2026-03-10T09:59:59Z"});
    Deposit("500", {.on = "2026-03-11T10:00:01Z"});
    Deposit("40", {.on = "2026-03-11T10:00:00Z"});
    FirstDeposit("60", {.on = "2026-03-10T10:00:00Z"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.amount.amount, Dec("80"));
    EXPECT_EQ(accrual.cpa->first_deposit, Dec("100")) << "not those before it and after the window";
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

class EventsThatComplete : public testing::Test, protected WorkedCase {};

TEST_F(EventsThatComplete, AVerificationThatNoTermsRequireMakesNoPlayerQualify) {
    AddDeal({.id = Nth<DealId>(1), .binding = Binding::kEvent});
    AddVersion({.number = 1}, {.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("50")}});
    AddVersion({.number = 2, .from = "2026-04-01"}, {.cpa = CpaTerms{.amount = Dec("10")}});
    SetAffiliate(1, {1});
    Register();
    FirstDeposit("20");
    Happens(EventType::kKycVerified, {.on = "2026-04-02"});
    EXPECT_EQ(Earned(), "nothing");
    Wager("1", {.on = "2026-04-03"});
    EXPECT_EQ(Earned(), "10");
}

class ClawbackRules : public testing::Test, protected WorkedCase {
protected:
    // A player that has qualified in March.
    void Qualified(int player, std::string_view deposit) {
        Register({.player = player});
        FirstDeposit(deposit, {.player = player});
    }
};

TEST_F(ClawbackRules, AlwaysTakesBackOnAnyChargeback) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .clawback = Clawback::kAlways}});
    Qualified(1, "500");
    EXPECT_EQ(Earned(), "100");
    Chargeback("0.01");
    EXPECT_EQ(Earned(), "-100");
}

TEST_F(ClawbackRules, NeverDoesNotTakeBack) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .clawback = Clawback::kNever}});
    Qualified(1, "50");
    EXPECT_EQ(Earned(), "100");
    Chargeback("50");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(ClawbackRules, IfUnqualifiedTakesBackWhenNoDepositIsLeft) {
    Under({.cpa = CpaTerms{.amount = Dec("50"), .clawback = Clawback::kIfUnqualified}});
    Qualified(1, "100");
    EXPECT_EQ(Earned(), "50");
    Chargeback("99.99");
    EXPECT_EQ(Earned(), "nothing") << "0.01 is left, and there is no minimum";
    Chargeback("0.01");
    EXPECT_EQ(Earned(), "-50");
}

TEST_F(ClawbackRules, IfUnqualifiedComparesWithTheMinimumOfTheFirstDeposit) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20")}});
    Qualified(1, "100");
    EXPECT_EQ(Earned(), "100");
    Chargeback("80");
    EXPECT_EQ(Earned(), "nothing") << "20 of 20 are left";
    Chargeback("0.01");
    EXPECT_EQ(Earned(), "-100") << "19.99 of 20 are left";
}

TEST_F(ClawbackRules, IfUnqualifiedComparesWithTheLargerMinimum) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20"), .min_total_deposits = Dec("50")}});
    Qualified(1, "60");
    EXPECT_EQ(Earned(), "100");
    Chargeback("10");
    EXPECT_EQ(Earned(), "nothing") << "50 of 50 are left";
    Chargeback("0.01");
    EXPECT_EQ(Earned(), "-100") << "49.99 of 50 are left";
}

TEST_F(ClawbackRules, DepositsAfterQualifyingKeepAPlayerQualified) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20"), .qualify_within_days = 30}});
    Qualified(1, "50");
    EXPECT_EQ(Earned(), "100");
    Deposit("70", {.on = "2026-06-01"});
    Chargeback("100", {.on = "2026-06-02"});
    EXPECT_EQ(Earned(), "nothing") << "50 + 70 - 100 = 20 of 20 are left";
}

TEST_F(ClawbackRules, AChargebackBeforeQualifyingTakesNothingBack) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50"), .clawback = Clawback::kAlways}});
    Qualified(1, "30");
    Chargeback("10");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(ClawbackRules, AClawbackHasItsReasonAndTheEventThatCausedIt) {
    Under({.cpa = CpaTerms{.amount = Dec("100")}});
    Qualified(1, "50");
    EXPECT_EQ(Earned(), "100");
    Chargeback("50");
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.reason, Reason::kClawback);
    EXPECT_EQ(accrual.event_seq, LastEvent());
    EXPECT_EQ(accrual.rate, Dec("100"));
    EXPECT_EQ(accrual.cpa->deposits, Dec("0"));
}

TEST_F(ClawbackRules, AClawbackReversesTheSumOfThePlayersAccruals) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{2, Dec("120")}}, .tier_mode = TierMode::kWhole}});
    Qualified(1, "50");
    Qualified(2, "50");
    EXPECT_EQ(Earned(), "100, 120, 20");
    Chargeback("50", {.player = 1});
    EXPECT_EQ(Earned(), "-120");
}

TEST_F(ClawbackRules, APlayerIsClawedBackOnlyOnce) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .clawback = Clawback::kAlways}});
    Qualified(1, "50");
    Chargeback("10");
    EXPECT_EQ(Earned(), "100, -100");
    Chargeback("10");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(ClawbackRules, AClawedBackPlayerDoesNotQualifyAgain) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20")}});
    Qualified(1, "50");
    Chargeback("50");
    EXPECT_EQ(Earned(), "100, -100");
    Deposit("500");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(ClawbackRules, ThePositionStaysUsed) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{2, Dec("120")}}}});
    Qualified(1, "50");
    Chargeback("50");
    EXPECT_EQ(Earned(), "100, -100");
    Qualified(2, "50");
    EXPECT_EQ(Earned(), "120") << "the second player of the month";
}

TEST_F(ClawbackRules, ThePlaceUnderTheCapStaysUsed) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .monthly_cap = 1}});
    Qualified(1, "50");
    Chargeback("50");
    EXPECT_EQ(Earned(), "100, -100");
    Qualified(2, "50");
    EXPECT_EQ(Earned(), "0");
}

TEST_F(ClawbackRules, AClawedBackPlayerIsNotReRated) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{3, Dec("120")}}, .tier_mode = TierMode::kWhole}});
    Qualified(1, "50");
    Chargeback("50");
    Qualified(2, "50");
    EXPECT_EQ(Earned(), "100, -100, 100");
    Qualified(3, "50");
    EXPECT_EQ(Earned(), "120, 20") << "only the second player is re-rated";
}

TEST_F(ClawbackRules, AClawbackWithinTheHoldPeriodIsPayableWithTheReversedAccrual) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .hold_days = 30}});
    Qualified(1, "50");
    EXPECT_EQ(Earned(), "100");
    Chargeback("50", {.on = "2026-03-20"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.payable_from, At("2026-04-09"));
    EXPECT_EQ(accrual.period, Month("2026-04"));
}

TEST_F(ClawbackRules, AClawbackAfterTheHoldPeriodBelongsToItsOwnMonth) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .hold_days = 30}});
    Qualified(1, "50");
    EXPECT_EQ(Earned(), "100");
    Chargeback("50", {.on = "2026-05-02"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.payable_from, std::nullopt);
    EXPECT_EQ(accrual.period, Month("2026-05"));
}

TEST_F(ClawbackRules, ACappedPlayerHasNothingToTakeBack) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .monthly_cap = 1, .clawback = Clawback::kAlways}});
    Qualified(1, "50");
    Qualified(2, "50");
    EXPECT_EQ(Earned(), "100, 0");
    Chargeback("50", {.player = 2});
    EXPECT_EQ(Earned(), "nothing");
}

// Worked example 6: CPA of 50 and RevShare of 20 %.
TEST_F(ClawbackRules, AChargebackUnderAHybridDealLowersBothComponents) {
    Under({.cpa = CpaTerms{.amount = Dec("50")}, .rev_share = RevShareTerms{.rate = Dec("20")}});
    Qualified(1, "100");
    Ngr("200");
    EXPECT_EQ(Earned(), "50, 40");
    Chargeback("100");
    EXPECT_EQ(Earned(), "-50, -20") << "no deposit is left, and the base falls from 200 to 100";
}

// A state with a position that the month does not have is damaged. Continuing would pay a wrong amount.
TEST_F(ClawbackRules, AClawbackOfAPositionThatDoesNotExistEndsTheTransaction) {
    Under({.cpa = CpaTerms{.amount = Dec("100")}});
    const Player player{.id = Nth<PlayerId>(1), .affiliate = Nth<AffiliateId>(1), .registered_at = At("2026-03-01")};
    PlayerState state{.deal = Nth<DealId>(1), .version = 1, .cpa = CpaStanding::kQualified};
    state.cpa_version = 1;
    state.cpa_period = Month("2026-03");
    state.cpa_position = 1;
    const PlayerEvent chargeback{1, events::EventType::kChargeback, At("2026-03-10"), Money{Dec("50"), Cur("EUR")}};
    EXPECT_THROW(engine_.OnEvent(player, state, chargeback), MissingReference);
}

}  // namespace
}  // namespace fairlead::commission
