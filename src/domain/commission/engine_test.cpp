#include "domain/commission/engine.hpp"

#include <gtest/gtest.h>

#include "base/missing_reference.hpp"
#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

// The deal and the version that pay for an event.
class DealOfAPlayer : public testing::Test, protected WorkedCase {
protected:
    // Each version has its own percentage, so that the commission for an NGR of 100 shows the version.
    void AddRevShare(const TestVersion& version, std::string_view rate) {
        AddVersion(version, {.rev_share = RevShareTerms{.rate = Dec(rate)}});
    }
};

TEST_F(DealOfAPlayer, APlayerKeepsTheDealThatWasChosenAtItsRegistration) {
    AddDeal({.id = Nth<DealId>(1)});
    AddRevShare({.deal = 1}, "10");
    AddDeal({.id = Nth<DealId>(2), .scope = {.countries = {"DE"}}});
    AddRevShare({.deal = 2}, "20");
    SetAffiliate(1, {1});
    Register();
    SetAffiliate(1, {1, 2});
    Ngr("100");
    EXPECT_EQ(Earned(), "10") << "deal 2 would fit better, but it came later";
    Register({.player = 2});
    Ngr("100", {.player = 2});
    EXPECT_EQ(Earned(), "20");
}

TEST_F(DealOfAPlayer, APlayerKeepsItsDealAfterTheAffiliateHasLostIt) {
    AddDeal({.id = Nth<DealId>(1)});
    AddRevShare({.deal = 1}, "10");
    SetAffiliate(1, {1});
    Register();
    SetAffiliate(1, {});
    Ngr("100");
    EXPECT_EQ(Earned(), "10");
}

TEST_F(DealOfAPlayer, APlayerWithoutADealGetsOneAtTheFirstLaterEventThatFits) {
    AddDeal({.id = Nth<DealId>(1)});
    AddRevShare({.deal = 1}, "10");
    SetAffiliate(1, {});
    Register();
    Ngr("100");
    EXPECT_EQ(Earned(), "nothing");
    SetAffiliate(1, {1});
    Ngr("100");
    EXPECT_EQ(Earned(), "10");
}

TEST_F(DealOfAPlayer, WithBindingRegistrationThePlayerKeepsTheVersionOfItsRegistration) {
    AddDeal({.id = Nth<DealId>(1), .binding = Binding::kRegistration});
    AddRevShare({.number = 1}, "10");
    AddRevShare({.number = 2, .from = "2026-03-15"}, "20");
    SetAffiliate(1, {1});
    Register({.player = 1, .on = "2026-03-14"});
    Register({.player = 2, .on = "2026-03-15"});
    Ngr("100", {.player = 1, .on = "2026-03-20"});
    Ngr("100", {.player = 2, .on = "2026-03-20"});
    EXPECT_EQ(Earned(), "10, 20");
}

TEST_F(DealOfAPlayer, WithBindingEventTheVersionOfEachEventsDayApplies) {
    AddDeal({.id = Nth<DealId>(1), .binding = Binding::kEvent});
    AddRevShare({.number = 1}, "10");
    AddRevShare({.number = 2, .from = "2026-03-15"}, "20");
    SetAffiliate(1, {1});
    Register({.on = "2026-03-01"});
    Ngr("100", {.on = "2026-03-14"});
    Ngr("100", {.on = "2026-03-15"});
    EXPECT_EQ(Earned(), "10, 20");
}

TEST_F(DealOfAPlayer, AVersionFromThePastDoesNotChangeRecordedAccruals) {
    AddDeal({.id = Nth<DealId>(1), .binding = Binding::kEvent});
    AddRevShare({.number = 1}, "10");
    SetAffiliate(1, {1});
    Register();
    Ngr("100", {.on = "2026-03-10"});
    EXPECT_EQ(Earned(), "10");
    AddRevShare({.number = 2, .from = "2026-03-05"}, "20");
    EXPECT_EQ(Earned(), "nothing");
    Ngr("100", {.on = "2026-03-10"});
    EXPECT_EQ(Earned(), "20");
}

TEST_F(DealOfAPlayer, TheDayOfAVersionIsADayInTheOperatorsTimeZone) {
    SetTimeZone("America/New_York");
    AddDeal({.id = Nth<DealId>(1), .binding = Binding::kEvent});
    AddRevShare({.number = 1}, "10");
    AddRevShare({.number = 2, .from = "2026-03-15"}, "20");
    SetAffiliate(1, {1});
    Register();
    Ngr("100", {.on = "2026-03-15T03:59:59Z"});
    Ngr("100", {.on = "2026-03-15T04:00:00Z"});
    EXPECT_EQ(Earned(), "10, 20") << "the day begins at 04:00 in UTC";
}

TEST_F(DealOfAPlayer, AnAccrualNamesItsDealAndVersion) {
    AddDeal({.id = Nth<DealId>(3)});
    AddRevShare({.deal = 3, .number = 1}, "10");
    AddRevShare({.deal = 3, .number = 2}, "20");
    SetAffiliate(1, {3});
    Register();
    Ngr("100");
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.deal, Nth<DealId>(3));
    EXPECT_EQ(accrual.version, 2);
}

TEST_F(DealOfAPlayer, ReportsShowEventsUnderTheDealFromTheFirstOneThatHadIt) {
    Under({.cpl = CplTerms{Dec("5")}});
    const Player player{Nth<PlayerId>(9), Nth<BrandId>(1), "DE", Nth<AffiliateId>(1), At("2026-03-01")};
    const auto event = [](std::int64_t seq) {
        return PlayerEvent{seq, events::EventType::kKycVerified, At("2026-03-02"), {}};
    };
    PlayerState state;
    engine_.OnEvent(player, state, event(4));
    EXPECT_EQ(ShownDeal(state, 4), DealId{}) << "facts of earlier releases have no deal";
    UseNewestRules();
    EXPECT_TRUE(engine_.OnEvent(player, state, event(7)));
    EXPECT_EQ(ShownDeal(state, 7), Nth<DealId>(1));
    EXPECT_EQ(ShownDeal(state, 6), DealId{});
    EXPECT_FALSE(engine_.OnEvent(player, state, event(8)));
    EXPECT_EQ(state.deal_shown_from, 7);
    engine_.OnRateKnown({.player = player, .event = event(5)}, state);
    EXPECT_EQ(state.deal_shown_from, 7) << "an event is not shown again when its rate is known";
}

TEST_F(DealOfAPlayer, AStateWithAMissingDealIsABug) {
    const Player player{.id = Nth<PlayerId>(1), .affiliate = Nth<AffiliateId>(1)};
    PlayerState by_event{.deal = Nth<DealId>(7)};
    PlayerState by_registration{.deal = Nth<DealId>(7), .version = 1};
    EXPECT_THROW(engine_.OnEvent(player, by_event, {}), MissingReference);
    EXPECT_THROW(engine_.OnEvent(player, by_registration, {}), MissingReference);
}

// The month of an accrual.
class PeriodOfAnAccrual : public testing::Test, protected WorkedCase {};

TEST_F(PeriodOfAnAccrual, AnEventBelongsToTheMonthOfTheTimeZoneThatWasInForce) {
    // New York from 2026-04-01 on: March is six hours longer.
    const Timestamp change = *Timestamp::ParseIso8601("2026-03-31T22:00:00Z");
    plan_.Apply(OperatorChanged{
        .time_zone_name = "Europe/Berlin",
        .time_zone = TimeZone::Load("Europe/Berlin")->Until(change, TimeZone::Load("America/New_York").value()),
        .later = {{*Date::Parse("2026-04-01"), change, "America/New_York"}}});
    Under({.rev_share = RevShareTerms{.rate = Dec("10")}});
    Register();
    Ngr("100", {.on = "2026-02-28T23:00:00Z"});
    EXPECT_EQ(OnlyAccrual().period, Month("2026-03"));
    Ngr("100", {.on = "2026-04-01T03:59:59Z"});
    EXPECT_EQ(OnlyAccrual().period, Month("2026-03"));
    Ngr("100", {.on = "2026-04-01T04:00:00Z"});
    EXPECT_EQ(OnlyAccrual().period, Month("2026-04"));
}

TEST_F(PeriodOfAnAccrual, AnEventBelongsToTheMonthOfItsTimeInTheOperatorsTimeZone) {
    SetTimeZone("Europe/Berlin");
    Under({.rev_share = RevShareTerms{.rate = Dec("10")}});
    Register();
    Ngr("100", {.on = "2026-03-31T21:59:59Z"});
    EXPECT_EQ(OnlyAccrual().period, Month("2026-03"));
    Ngr("100", {.on = "2026-03-31T22:00:00Z"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.period, Month("2026-04")) << "midnight in Berlin";
    EXPECT_FALSE(accrual.late);
}

TEST_F(PeriodOfAnAccrual, AnEventOfAClosedMonthBelongsToTheEarliestOpenOneAndIsMarkedLate) {
    Under({.rev_share = RevShareTerms{.rate = Dec("10")}});
    Register();
    Close("2026-03");
    Close("2026-04");
    Ngr("100", {.on = "2026-03-10"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.period, Month("2026-05"));
    EXPECT_TRUE(accrual.late);
    EXPECT_EQ(accrual.event_time, At("2026-03-10")) << "its own date is kept";
}

TEST_F(PeriodOfAnAccrual, ALateEventCountsInTheBaseOfItsLaterMonth) {
    Under({.rev_share =
               RevShareTerms{.rate = Dec("25"), .tiers = {{Dec("10000"), Dec("30")}}, .tier_mode = TierMode::kWhole}});
    Register();
    Ngr("9000", {.on = "2026-03-10"});
    Close("2026-03");
    Ngr("9000", {.on = "2026-04-10"});
    EXPECT_EQ(Earned(), "2250, 2250");
    Ngr("2000", {.on = "2026-03-11"});
    EXPECT_EQ(Earned(), "1050") << "April reaches the tier: 11000 at 30 %";
}

TEST_F(PeriodOfAnAccrual, ALateEventTakesAPositionInItsLaterMonth) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{2, Dec("120")}}}});
    for (const int player : {1, 2}) Register({.player = player});
    FirstDeposit("50", {.player = 1, .on = "2026-04-10"});
    Close("2026-03");
    FirstDeposit("50", {.player = 2, .on = "2026-03-11"});
    EXPECT_EQ(Earned(), "100, 120") << "the second of April";
}

TEST_F(PeriodOfAnAccrual, AnAmountOnHoldThatIsPayableInAClosedMonthIsLate) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .hold_days = 30}});
    Register();
    Close("2026-03");
    Close("2026-04");
    FirstDeposit("50", {.on = "2026-03-10"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.payable_from, At("2026-04-09"));
    EXPECT_EQ(accrual.period, Month("2026-05"));
    EXPECT_TRUE(accrual.late);
}

TEST_F(PeriodOfAnAccrual, AccrualsAreNumberedInOrder) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register({.player = 1});
    Register({.player = 2});
    const auto accruals = Accruals();
    ASSERT_EQ(accruals.size(), 2U);
    EXPECT_EQ(accruals[0].number, 1);
    EXPECT_EQ(accruals[1].number, 2);
}

class SuspensionRules : public testing::Test, protected WorkedCase {
protected:
    SuspensionRules() { UseNewestRules(); }

    // As a change is recorded, with the newest event.
    void SetSuspended(bool suspended, int affiliate = 1) {
        const auto* known = plan_.FindAffiliate(Nth<AffiliateId>(affiliate));
        AffiliateChanged change{.affiliate = Nth<AffiliateId>(affiliate), .deals = known->deals};
        change.parent = known->parent;
        change.suspended = suspended;
        change.last_event = LastEvent();
        plan_.Apply(change);
    }
};

TEST_F(SuspensionRules, APlayerThatArrivesLateEarnsForItsEventsFromBeforeTheSuspension) {
    Under({.rev_share = RevShareTerms{.rate = Dec("10")}, .cpl = CplTerms{Dec("5")}});
    Register();
    Ngr("100");
    SetSuspended(true);
    Ngr("1000");
    EXPECT_EQ(Earned(), "5, 10");
    SetSuspended(true);
    const Player late{Nth<PlayerId>(2), Nth<BrandId>(1), "DE", Nth<AffiliateId>(1), At("2026-03-10")};
    PlayerState state;
    const auto arrives = [&](std::int64_t seq, events::EventType type, std::string_view amount) {
        engine_.OnEvent(late, state, {seq, type, late.registered_at, Money{Dec(amount), Cur("EUR")}});
        const auto made = engine_.TakeAccruals();
        return made.empty() ? "nothing" : made.front().amount.amount.ToString();
    };
    EXPECT_EQ(arrives(1, events::EventType::kRegistration, "0"), "5");
    EXPECT_EQ(arrives(2, events::EventType::kNgrUpdate, "200"), "20");
    EXPECT_EQ(arrives(3, events::EventType::kNgrUpdate, "200"), "nothing") << "recorded during the suspension";
    EXPECT_EQ(state.suspended_events, 1);
}

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

TEST_F(SuspensionRules, AShareWhoseRateArrivesDuringASuspensionIsNotPaid) {
    Under({.cpl = CplTerms{Dec("100")}});
    AddDeal({.id = Nth<DealId>(2)});
    AddVersion({.deal = 2}, {.currency = Cur("GBP"), .sub_affiliate = SubAffiliateTerms{Dec("5")}});
    SetAffiliate(2, {2});
    SetAffiliate(1, {1}, 2);
    Register({.player = 1, .on = "2026-03-01"});
    Register({.player = 2, .on = "2026-03-03"});
    ASSERT_EQ(Unpriced().size(), 2U);
    SetSuspended(true, 2);
    SetRate("2026-03-03", "EUR", "GBP", "0.5");
    Resolve();
    EXPECT_EQ(Unpriced().size(), 1U) << "the share of the second player waits no longer";
    SetSuspended(false, 2);
    SetRate("2026-03-01", "EUR", "GBP", "0.8");
    Resolve();
    EXPECT_EQ(Earned(2), "4") << "the rate for the first player arrived after the suspension";
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

class AmountsOfExcludedProducts : public testing::Test, protected WorkedCase {};

TEST_F(AmountsOfExcludedProducts, NeedNoExchangeRate) {
    Under({.rev_share = RevShareTerms{.rate = Dec("25"), .exclude_products = {"casino"}}});
    Register();
    Ngr("100", {.currency = "USD", .product = "Casino"});
    EXPECT_TRUE(Unpriced().empty());
}

}  // namespace
}  // namespace fairlead::commission
