#include "domain/explanation/why.hpp"

#include <gtest/gtest.h>

namespace fairlead::commission {
namespace {

Decimal Number(std::string_view text) { return *Decimal::Parse(text); }
const Currency kEur = *Currency::Parse("EUR");
const Currency kGbp = *Currency::Parse("GBP");
const Currency kUsd = *Currency::Parse("USD");

template <class IdType>
IdType Nth(std::uint8_t n) {
    IdType id;
    id.uuid.bytes[15] = n;
    return id;
}

constexpr std::int64_t kHour = 3'600 * kMicrosPerSecond;

// A player that registered at the beginning of March 2026, under a deal of its affiliate.
struct WhyUnpaidFor : testing::Test {
    void Under(Terms terms) {
        Deal deal{.id = Nth<DealId>(1), .name = "Deal"};
        plan.Apply(DealChanged{deal});
        plan.Apply(DealVersionAdded{deal.id, {.number = 1, .terms = std::move(terms)}});
        plan.Apply(AffiliateChanged{.affiliate = Nth<AffiliateId>(1), .deals = {deal.id}});
        state.deal = deal.id;
        state.version = 1;
    }

    std::vector<Unpaid> Ask(double days_later) {
        const Timestamp registered_at = *Timestamp::ParseIso8601("2026-03-01T00:00:00Z");
        return WhyUnpaid({.plan = &plan,
                          .registered = registered,
                          .attributed = attributed,
                          .player = {.id = Nth<PlayerId>(1),
                                     .brand = Nth<BrandId>(1),
                                     .country = "DE",
                                     .affiliate = Nth<AffiliateId>(1),
                                     .registered_at = registered_at},
                          .state = state,
                          .has_first_deposit = has_first_deposit,
                          .has_ngr = has_ngr,
                          .deposit_count = deposit_count,
                          .events = sent,
                          .events_complete = events_complete,
                          .accruals = accruals,
                          .waiting = waiting,
                          .activity = activity,
                          .now = {registered_at.micros + static_cast<std::int64_t>(days_later * 24) * kHour}});
    }

    void Rate(std::string_view date, std::string_view rate) {
        plan.Apply(RateSet{{*Date::Parse(date), kUsd, kEur, *ExchangeRate::Parse(rate)}});
    }

    void Send(events::EventType type, std::string_view amount, Currency currency, std::string_view time) {
        sent.push_back({type, *Timestamp::ParseIso8601(time), {Number(amount), currency}});
    }

    Accrual Paid(Component component, std::int64_t number = 1) const {
        Accrual accrual{.number = number, .affiliate = Nth<AffiliateId>(1), .component = component};
        accrual.amount.amount = Number("1");
        return accrual;
    }

    Plan plan;
    PlayerState state;
    bool registered = true;
    bool attributed = true;
    bool has_first_deposit = false;
    bool has_ngr = false;
    std::int64_t deposit_count = 0;
    std::vector<AskedEvent> sent;
    bool events_complete = true;
    std::vector<Accrual> accruals;
    std::vector<UnpricedEvent> waiting;
    Activity activity;
};

TEST_F(WhyUnpaidFor, AnOrganicPlayerItIsOrganic) {
    attributed = false;
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].component, std::nullopt);
    EXPECT_EQ(answers[0].missing.front().condition, Condition::kAffiliate);
    EXPECT_NE(TextOf(answers[0]).find("organic"), std::string::npos);
}

TEST_F(WhyUnpaidFor, APlayerThatHasNotRegisteredTheEventsWait) {
    registered = false;
    EXPECT_EQ(Ask(1).front().missing.front().condition, Condition::kRegistration);
}

TEST_F(WhyUnpaidFor, APlayerWithoutADealTheDealIsMissing) {
    EXPECT_EQ(Ask(1).front().missing.front().condition, Condition::kDeal);
}

TEST_F(WhyUnpaidFor, MissingDepositsTheAmountAndTheDaysLeftAreNamed) {
    Under({.cpa = CpaTerms{.amount = Number("100"),
                           .min_first_deposit = Number("20"),
                           .min_total_deposits = Number("50"),
                           .qualify_within_days = 30}});
    state.first_deposit = Number("30");
    state.deposits_in_time = Number("50");
    state.chargebacks_in_time = Number("5");
    has_first_deposit = true;
    const auto answers = Ask(17.5);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].component, Component::kCpa);
    ASSERT_EQ(answers[0].missing.size(), 1U);
    EXPECT_EQ(answers[0].missing[0], (Missing{.condition = Condition::kMinTotalDeposits,
                                              .needed = Number("50"),
                                              .have = Number("45"),
                                              .missing = Number("5"),
                                              .currency = kEur,
                                              .days_left = 12}));
    EXPECT_EQ(TextOf(answers[0]), "Missing: 5.00 EUR more in deposits, 12 days left.");
}

TEST_F(WhyUnpaidFor, EveryConditionThatFailsIsNamed) {
    Under({.cpa = CpaTerms{.amount = Number("100"),
                           .min_first_deposit = Number("20"),
                           .min_total_deposits = Number("50"),
                           .min_wagered = Number("10")}});
    state.wagered_in_time = Number("4");
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    ASSERT_EQ(answers[0].missing.size(), 3U);
    EXPECT_EQ(answers[0].missing[2], (Missing{.condition = Condition::kMinWagered,
                                              .needed = Number("10"),
                                              .have = Number("4"),
                                              .missing = Number("6"),
                                              .currency = kEur,
                                              .days_left = std::nullopt}));
    EXPECT_EQ(
        TextOf(answers[0]),
        "Missing: a first deposit of at least 20.00 EUR, 50.00 EUR more in deposits and 6.00 EUR more in wagers.");
}

// Example 1 of docs/commission.md §5: 19.99 is not 20, and there is no second first deposit.
TEST_F(WhyUnpaidFor, AFirstDepositThatWasTooSmallStaysTooSmall) {
    Under({.cpa = CpaTerms{.amount = Number("100"), .min_first_deposit = Number("20")}});
    state.first_deposit = Number("19.99");
    has_first_deposit = true;
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].missing[0].missing, Number("0.01"));
    EXPECT_EQ(TextOf(answers[0]),
              "The player cannot qualify: its first deposit of 19.99 EUR is 0.01 EUR below the minimum of 20.00 EUR.");
}

TEST_F(WhyUnpaidFor, AfterTheDaysToQualifyNothingHelps) {
    Under({.cpa = CpaTerms{.amount = Number("100"), .min_total_deposits = Number("50"), .qualify_within_days = 30}});
    state.first_deposit = Number("30");
    state.deposits_in_time = Number("30");
    const auto answers = Ask(31);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].missing[0].days_left, 0);
    EXPECT_EQ(TextOf(answers[0]),
              "The 30 days to qualify ended at 2026-03-31T00:00:00.000Z. Still missing: 20.00 EUR more in deposits.");
}

TEST_F(WhyUnpaidFor, AQualifiedPlayerNothingIsMissing) {
    Under({.cpa = CpaTerms{.amount = Number("100")}});
    state.cpa = CpaStanding::kQualified;
    accruals = {Paid(Component::kCpa)};
    EXPECT_TRUE(Ask(1).empty());
}

TEST_F(WhyUnpaidFor, ACappedPlayerTheCapIsNamed) {
    Under({.cpa = CpaTerms{.amount = Number("100"), .monthly_cap = 3}});
    state.cpa = CpaStanding::kQualified;
    state.cpa_position = 4;
    state.cpa_period = *Period::Parse("2026-03");
    accruals = {Paid(Component::kCpa)};
    accruals[0].amount.amount = Number("0");
    accruals[0].reason = Reason::kCapped;
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].missing[0].condition, Condition::kMonthlyCap);
    EXPECT_EQ(TextOf(answers[0]), "The player qualified as number 4 of 2026-03, above the cap of 3 players a month.");
}

TEST_F(WhyUnpaidFor, ARevenueShareWaitsForRevenue) {
    Under({.rev_share = RevShareTerms{.rate = Number("25"), .duration_months = 12}});
    EXPECT_EQ(Ask(1).front().missing.front().condition, Condition::kNgr);
    EXPECT_EQ(Ask(366).front().missing.front().condition, Condition::kDurationMonths);
    accruals = {Paid(Component::kRevShare)};
    EXPECT_TRUE(Ask(1).empty());
}

TEST_F(WhyUnpaidFor, AReversedAccrualHasNotPaid) {
    Under({.rev_share = RevShareTerms{.rate = Number("25")}});
    accruals = {Paid(Component::kRevShare, 1), Paid(Component::kRevShare, 2)};
    accruals[1].reverses = 1;
    accruals[1].reason = Reason::kReassigned;
    EXPECT_EQ(Ask(1).size(), 1U);
}

TEST_F(WhyUnpaidFor, ARevenueShareThatOnlyLostHasNotPaid) {
    Under({.rev_share = RevShareTerms{.rate = Number("25")}});
    accruals = {Paid(Component::kRevShare)};
    accruals[0].amount.amount = Number("-5");
    EXPECT_EQ(TextOf(Ask(1).front()), "The player has no net gaming revenue yet.");
    has_ngr = true;
    EXPECT_EQ(TextOf(Ask(1).front()), "The player's net gaming revenue has earned nothing so far.");
    accruals.push_back(Paid(Component::kRevShare, 2));
    EXPECT_TRUE(Ask(1).empty());
}

TEST_F(WhyUnpaidFor, TermsThatShareNothingAreNamed) {
    has_ngr = true;
    Under({.rev_share = RevShareTerms{.rate = Number("0"), .tiers = {{Number("100"), Number("0")}}}});
    EXPECT_EQ(Ask(1).front().missing.front().condition, Condition::kRate);
    EXPECT_EQ(TextOf(Ask(1).front()), "The deal pays 0 % of net gaming revenue.");
}

TEST_F(WhyUnpaidFor, AFeeThatLeavesNothingIsNamed) {
    has_ngr = true;
    Under({.rev_share = RevShareTerms{.rate = Number("25"), .admin_fee_percent = Number("100")}});
    EXPECT_EQ(Ask(1).front().missing.front().condition, Condition::kAdminFeePercent);
    EXPECT_EQ(TextOf(Ask(1).front()), "The deal's fee of 100 % leaves nothing of net gaming revenue to share.");
}

TEST_F(WhyUnpaidFor, RevenueAfterTheMonthsOfTheShareItIsMentioned) {
    Under({.rev_share = RevShareTerms{.rate = Number("25"), .duration_months = 1}});
    has_ngr = true;
    EXPECT_EQ(TextOf(Ask(40).front()),
              "The 1 month of revenue share ended at 2026-04-01T00:00:00.000Z, and no net gaming revenue before "
              "then has earned anything.");
}

TEST_F(WhyUnpaidFor, EventsThatWaitForARateTheyAreNamed) {
    Under({.cpa = CpaTerms{.amount = Number("100")}});
    waiting = {{Component::kCpa, kUsd, kEur}};
    has_first_deposit = true;
    EXPECT_EQ(TextOf(Ask(1).front()),
              "Missing: a first deposit (the existing one does not count yet). 1 event waits for an exchange rate from "
              "USD to EUR.");
}

TEST_F(WhyUnpaidFor, RevenueThatWaitsForARateItIsNotMissing) {
    Under({.rev_share = RevShareTerms{.rate = Number("25")}});
    waiting = {{Component::kRevShare, kUsd, kEur}};
    has_ngr = true;
    EXPECT_EQ(Ask(1).front().missing.front().condition, Condition::kExchangeRate);
    EXPECT_EQ(TextOf(Ask(1).front()),
              "The value of the player's net gaming revenue is not known yet. 1 event waits for an exchange rate from "
              "USD to EUR.");
}

TEST_F(WhyUnpaidFor, EachComponentWaitsForItsOwnRates) {
    Under({.cpa = CpaTerms{.amount = Number("100")}, .rev_share = RevShareTerms{.rate = Number("25")}});
    has_first_deposit = true;
    has_ngr = true;
    waiting = {{Component::kRevShare, kUsd, kEur},
               {Component::kRevShare, kGbp, kEur},
               {Component::kCpa, kUsd, kEur},
               {Component::kRevShare, kGbp, kEur},
               {Component::kSubAffiliate, kEur, kGbp}};
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(TextOf(answers[0]),
              "Missing: a first deposit (the existing one does not count yet). 1 event waits for an exchange rate from "
              "USD to EUR.");
    EXPECT_EQ(TextOf(answers[1]),
              "The value of the player's net gaming revenue is not known yet. 2 events wait for an exchange rate from "
              "GBP to EUR. 1 event waits for an exchange rate from USD to EUR.");
}

// 22.21 USD at 0.9 is 19.989 EUR.
TEST_F(WhyUnpaidFor, AMinimumThatFailsShowsTheOriginalAmountTheRateAndItsDate) {
    Under({.cpa = CpaTerms{.amount = Number("100"), .min_first_deposit = Number("20")}});
    Rate("2026-02-27", "0.9");
    Send(events::EventType::kFirstDeposit, "22.21", kUsd, "2026-03-01T10:00:00Z");
    state.first_deposit = Number("19.989");
    has_first_deposit = true;
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].rule, UnpaidRule::kCannotQualify);
    ASSERT_EQ(answers[0].missing.front().events.size(), 1U);
    EXPECT_EQ(answers[0].missing.front().events.front().conversion,
              (Conversion{{Number("22.21"), kUsd}, Number("19.989"), *Date::Parse("2026-02-27"), "0.9"}));
    EXPECT_EQ(TextOf(answers[0]),
              "The player cannot qualify: its first deposit of 19.989 EUR (22.21 USD at the rate 0.9 of 2026-02-27) is "
              "0.011 EUR below the minimum of 20.00 EUR.");
}

TEST_F(WhyUnpaidFor, ARateThatWasStoredLaterIsNotTheOneThatWasUsed) {
    Under({.cpa = CpaTerms{.amount = Number("100"), .min_first_deposit = Number("20")}});
    Rate("2026-02-27", "0.9");
    Rate("2026-02-28", "0.5");
    Send(events::EventType::kFirstDeposit, "20", kUsd, "2026-03-01T10:00:00Z");
    state.first_deposit = Number("18");
    has_first_deposit = true;
    EXPECT_EQ(Ask(1).front().missing.front().events.front().conversion->rate_text, "0.9");
    // No exchange rate gives 17, so none is shown.
    state.first_deposit = Number("17");
    EXPECT_EQ(Ask(1).front().missing.front().events.front().conversion, std::nullopt);
}

// 50 USD at 0.9 is 45 EUR. Plus 10 EUR, less 20 EUR of chargebacks, is 35 EUR.
TEST_F(WhyUnpaidFor, AMissingSumShowsItsEvents) {
    Under({.cpa = CpaTerms{.amount = Number("100"), .min_total_deposits = Number("50"), .qualify_within_days = 30}});
    Rate("2026-02-27", "0.9");
    Send(events::EventType::kDeposit, "10", kEur, "2026-03-03T10:00:00Z");
    Send(events::EventType::kFirstDeposit, "50", kUsd, "2026-03-01T10:00:00Z");
    Send(events::EventType::kChargeback, "20", kEur, "2026-03-04T10:00:00Z");
    Send(events::EventType::kDeposit, "99", kEur, "2026-04-04T10:00:00Z");
    Send(events::EventType::kWagerPlaced, "1", kEur, "2026-03-04T10:00:00Z");
    state.first_deposit = Number("45");
    state.deposits_in_time = Number("55");
    state.chargebacks_in_time = Number("20");
    has_first_deposit = true;
    const auto answers = Ask(1);
    const auto& counted = answers.front().missing.front().events;
    ASSERT_EQ(counted.size(), 4U);
    EXPECT_EQ(counted[0].type, events::EventType::kFirstDeposit);
    EXPECT_EQ(counted[0].conversion->converted, Number("45"));
    EXPECT_EQ(counted[1].conversion, std::nullopt);
    EXPECT_EQ(counted[3].exclusion, Exclusion::kTooLate);
    EXPECT_EQ(TextOf(answers.front()),
              "Missing: 15.00 EUR more in deposits, after 35.00 EUR (50.00 USD at the rate 0.9 of 2026-02-27), 29 days "
              "left.");
    // If only the newest events are known, none are listed.
    events_complete = false;
    EXPECT_TRUE(Ask(1).front().missing.front().events.empty());
}

TEST_F(WhyUnpaidFor, ADepositCannotReplaceTheFirstOne) {
    Under({.cpa = CpaTerms{.amount = Number("100")}});
    deposit_count = 2;
    const auto answers = Ask(1);
    EXPECT_EQ(answers.front().missing.front().reason, FirstDepositReason::kDepositOnly);
    EXPECT_EQ(TextOf(answers.front()),
              "Missing: a first deposit (no first_deposit event was received; the 2 deposits received cannot replace "
              "it, and count only towards total deposits).");
}

TEST_F(WhyUnpaidFor, AFirstDepositThatDidNotCountSaysWhy) {
    Under({.cpa = CpaTerms{.amount = Number("100"), .qualify_within_days = 7}});
    has_first_deposit = true;
    Send(events::EventType::kFirstDeposit, "50", kEur, "2026-03-09T10:00:00Z");
    EXPECT_EQ(Ask(1).front().missing.front().reason, FirstDepositReason::kTooLate);
    sent.front().time = *Timestamp::ParseIso8601("2026-03-02T10:00:00Z");
    EXPECT_EQ(Ask(1).front().missing.front().reason, FirstDepositReason::kBeforeDeal);
    sent.front().waits = true;
    EXPECT_EQ(Ask(1).front().missing.front().reason, FirstDepositReason::kWaitsForRate);
}

TEST_F(WhyUnpaidFor, MissingBetsAndTheVerificationAreNamed) {
    CpaTerms cpa{.amount = Number("100")};
    cpa.min_bets = 5;
    cpa.requires_kyc = true;
    Under({.cpa = cpa});
    state.first_deposit = Number("50");
    state.bets_in_time = 3;
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers.front().missing.front().condition, Condition::kMinBets);
    EXPECT_EQ(TextOf(answers.front()), "Missing: 2 more bets and the verification of its identity.");
}

TEST_F(WhyUnpaidFor, AnExcludedPlayerEarnsNoCpa) {
    CpaTerms cpa{.amount = Number("100")};
    cpa.excludes_self_excluded = true;
    Under({.cpa = cpa});
    state.self_excluded = true;
    const auto answers = Ask(1);
    EXPECT_EQ(answers.front().rule, UnpaidRule::kExcluded);
    EXPECT_EQ(TextOf(answers.front()),
              "The player excluded itself before the CPA was payable, and under this deal such a player earns none.");
}

TEST_F(WhyUnpaidFor, MissingActivityOfTheAffiliateIsNamed) {
    RevShareTerms share{.rate = Number("30")};
    share.needs = RequirementsOrElse{{.active_players = 5}, Number("0")};
    Under({.rev_share = share});
    has_ngr = true;
    activity.active_players = 4;
    const auto answers = Ask(1);
    EXPECT_EQ(answers.front().rule, UnpaidRule::kActivityMissing);
    EXPECT_EQ(TextOf(answers.front()),
              "The affiliate needs 1 more active player in the period. Until then, the deal pays 0 % of net gaming "
              "revenue.");
}

TEST_F(WhyUnpaidFor, EventsOfASuspensionAreNamed) {
    plan.Apply(RulesChanged{});
    Under({.cpl = CplTerms{Number("5")}});
    AffiliateChanged suspended{.affiliate = Nth<AffiliateId>(1), .deals = {Nth<DealId>(1)}};
    suspended.suspended = true;
    plan.Apply(suspended);
    auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers.front().rule, UnpaidRule::kSuspended);
    EXPECT_EQ(answers.front().component, std::nullopt);
    EXPECT_EQ(TextOf(answers.front()), "The affiliate is suspended. Events that are recorded now earn nothing.");
    state.suspended_events = 2;
    EXPECT_EQ(TextOf(Ask(1).front()),
              "2 events of the player were recorded while the affiliate was suspended, and earned nothing.");
    suspended.suspended = false;
    plan.Apply(suspended);
    EXPECT_EQ(Ask(1).front().limit, 2);
}

TEST_F(WhyUnpaidFor, AnInactivePlayerEarnsNoLongerEvenIfItHasPaid) {
    RevShareTerms share{.rate = Number("30")};
    share.inactive_after_months = 3;
    Under({.rev_share = share});
    state.inactive = true;
    Accrual paid{.affiliate = Nth<AffiliateId>(1), .component = Component::kRevShare};
    paid.amount.amount = Number("1");
    accruals.push_back(paid);
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers.front().rule, UnpaidRule::kInactive);
    EXPECT_EQ(TextOf(answers.front()),
              "The player was inactive for 3 months or longer: it had no deposit, wager or net gaming revenue. Such a "
              "player no longer earns commission.");
}

TEST_F(WhyUnpaidFor, AMinimumIsComparedInMinorUnitsUnderTheNewestRules) {
    plan.Apply(RulesChanged{});
    Under({.cpa = CpaTerms{.amount = Number("50"), .min_total_deposits = Number("20")}});
    state.first_deposit = Number("19.99998");
    state.deposits_in_time = Number("19.99998");
    EXPECT_EQ(Ask(1).front().missing.front().condition, Condition::kEvent);
}

}  // namespace
}  // namespace fairlead::commission
