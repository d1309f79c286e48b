#include "domain/commission/why.hpp"

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
        const Timestamp registered = *Timestamp::ParseIso8601("2026-03-01T00:00:00Z");
        return WhyUnpaid({.plan = &plan,
                          .registered = registered_,
                          .attributed = attributed_,
                          .player = {.id = Nth<PlayerId>(1),
                                     .brand = Nth<BrandId>(1),
                                     .country = "DE",
                                     .affiliate = Nth<AffiliateId>(1),
                                     .registered_at = registered},
                          .state = state,
                          .has_first_deposit = has_first_deposit_,
                          .has_ngr = has_ngr_,
                          .accruals = accruals,
                          .waiting = waiting,
                          .now = {registered.micros + static_cast<std::int64_t>(days_later * 24) * kHour}});
    }

    Accrual Paid(Component component, std::int64_t number = 1) const {
        Accrual accrual{.number = number, .affiliate = Nth<AffiliateId>(1), .component = component};
        accrual.amount.amount = Number("1");
        return accrual;
    }

    Plan plan;
    PlayerState state;
    bool registered_ = true;
    bool attributed_ = true;
    bool has_first_deposit_ = false;
    bool has_ngr_ = false;
    std::vector<Accrual> accruals;
    std::vector<WaitingEvent> waiting;
};

TEST_F(WhyUnpaidFor, AnOrganicPlayerNobodyEarns) {
    attributed_ = false;
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].component, std::nullopt);
    EXPECT_EQ(answers[0].missing.front().condition, "affiliate");
    EXPECT_NE(answers[0].sentence.find("organic"), std::string::npos);
}

TEST_F(WhyUnpaidFor, APlayerThatHasNotRegisteredTheEventsWait) {
    registered_ = false;
    EXPECT_EQ(Ask(1).front().missing.front().condition, "registration");
}

TEST_F(WhyUnpaidFor, APlayerWithoutADealTheDealIsMissing) {
    EXPECT_EQ(Ask(1).front().missing.front().condition, "deal");
}

TEST_F(WhyUnpaidFor, DepositsThatAreMissingAreCountedWithTheDaysThatAreLeft) {
    Under({.cpa = CpaTerms{.amount = Number("100"),
                           .min_first_deposit = Number("20"),
                           .min_total_deposits = Number("50"),
                           .qualify_within_days = 30}});
    state.first_deposit = Number("30");
    state.deposits_in_time = Number("50");
    state.chargebacks_in_time = Number("5");
    has_first_deposit_ = true;
    const auto answers = Ask(17.5);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].component, Component::kCpa);
    ASSERT_EQ(answers[0].missing.size(), 1U);
    EXPECT_EQ(answers[0].missing[0], (Missing{"minTotalDeposits", Number("50"), Number("45"), Number("5"), kEur, 12}));
    EXPECT_EQ(answers[0].sentence, "Missing: 5 EUR more in deposits, 12 days left.");
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
    EXPECT_EQ(answers[0].missing[2],
              (Missing{"minWagered", Number("10"), Number("4"), Number("6"), kEur, std::nullopt}));
    EXPECT_EQ(answers[0].sentence,
              "Missing: a first deposit of at least 20 EUR, 50 EUR more in deposits and 6 EUR more in wagers.");
}

// Example 1 of docs/commission.md §5: 19.99 is not 20, and there is no second first deposit.
TEST_F(WhyUnpaidFor, AFirstDepositThatWasTooSmallStaysTooSmall) {
    Under({.cpa = CpaTerms{.amount = Number("100"), .min_first_deposit = Number("20")}});
    state.first_deposit = Number("19.99");
    has_first_deposit_ = true;
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].missing[0].missing, Number("0.01"));
    EXPECT_EQ(answers[0].sentence,
              "The player cannot qualify: its first deposit of 19.99 EUR is 0.01 EUR below the minimum of 20 EUR.");
}

TEST_F(WhyUnpaidFor, AfterTheDaysToQualifyNothingHelps) {
    Under({.cpa = CpaTerms{.amount = Number("100"), .min_total_deposits = Number("50"), .qualify_within_days = 30}});
    state.first_deposit = Number("30");
    state.deposits_in_time = Number("30");
    const auto answers = Ask(31);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].missing[0].days_left, 0);
    EXPECT_EQ(answers[0].sentence,
              "The 30 days to qualify ended at 2026-03-31T00:00:00.000Z; missing were 20 EUR more in deposits.");
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
    state.cpa_month = *Period::Parse("2026-03");
    accruals = {Paid(Component::kCpa)};
    accruals[0].amount.amount = Number("0");
    accruals[0].reason = Reason::kCapped;
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(answers[0].missing[0].condition, "monthlyCap");
    EXPECT_EQ(answers[0].sentence, "The player qualified as number 4 of 2026-03, beyond the cap of 3 players a month.");
}

TEST_F(WhyUnpaidFor, AClawedBackPlayerTheChargebackIsNamed) {
    Under({.cpa = CpaTerms{.amount = Number("100")}});
    state.cpa = CpaStanding::kClawedBack;
    accruals = {Paid(Component::kCpa)};
    EXPECT_EQ(Ask(1).front().missing.front().condition, "chargeback");
}

TEST_F(WhyUnpaidFor, ARevenueShareWaitsForRevenue) {
    Under({.rev_share = RevShareTerms{.rate = Number("25"), .duration_months = 12}});
    EXPECT_EQ(Ask(1).front().missing.front().condition, "ngr");
    EXPECT_EQ(Ask(366).front().missing.front().condition, "durationMonths");
    accruals = {Paid(Component::kRevShare)};
    EXPECT_TRUE(Ask(1).empty());
}

TEST_F(WhyUnpaidFor, WhatWasTakenBackHasNotPaid) {
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
    EXPECT_EQ(Ask(1).front().sentence, "There is no net gaming revenue of the player yet.");
    has_ngr_ = true;
    EXPECT_EQ(Ask(1).front().sentence, "The net gaming revenue of the player has earned nothing so far.");
    accruals.push_back(Paid(Component::kRevShare, 2));
    EXPECT_TRUE(Ask(1).empty());
}

TEST_F(WhyUnpaidFor, TermsThatShareNothingAreNamed) {
    has_ngr_ = true;
    Under({.rev_share = RevShareTerms{.rate = Number("0"), .tiers = {{Number("100"), Number("0")}}}});
    EXPECT_EQ(Ask(1).front().missing.front().condition, "rate");
    EXPECT_EQ(Ask(1).front().sentence, "The deal pays 0 % of net gaming revenue.");
}

TEST_F(WhyUnpaidFor, AFeeThatLeavesNothingIsNamed) {
    has_ngr_ = true;
    Under({.rev_share = RevShareTerms{.rate = Number("25"), .admin_fee_percent = Number("100")}});
    EXPECT_EQ(Ask(1).front().missing.front().condition, "adminFeePercent");
    EXPECT_EQ(Ask(1).front().sentence, "The deal's fee of 100 % leaves nothing of net gaming revenue to share.");
}

TEST_F(WhyUnpaidFor, RevenueAfterTheMonthsOfTheShareIsNotDenied) {
    Under({.rev_share = RevShareTerms{.rate = Number("25"), .duration_months = 1}});
    has_ngr_ = true;
    EXPECT_EQ(Ask(40).front().sentence,
              "The 1 month of revenue share ended at 2026-04-01T00:00:00.000Z, and no net gaming revenue of the time "
              "before that has earned anything.");
}

TEST_F(WhyUnpaidFor, EventsThatWaitForARateAreSaid) {
    Under({.cpa = CpaTerms{.amount = Number("100")}});
    waiting = {{Component::kCpa, kUsd, kEur}};
    has_first_deposit_ = true;
    EXPECT_EQ(Ask(1).front().sentence,
              "Missing: a first deposit (the one there is does not count yet). 1 event waits for an exchange rate from "
              "USD to EUR.");
}

TEST_F(WhyUnpaidFor, RevenueThatWaitsForARateIsThere) {
    Under({.rev_share = RevShareTerms{.rate = Number("25")}});
    waiting = {{Component::kRevShare, kUsd, kEur}};
    has_ngr_ = true;
    EXPECT_EQ(Ask(1).front().missing.front().condition, "exchangeRate");
    EXPECT_EQ(Ask(1).front().sentence,
              "What the player's net gaming revenue is worth is not known yet. 1 event waits for an exchange rate from "
              "USD to EUR.");
}

TEST_F(WhyUnpaidFor, EachComponentWaitsForItsOwnRates) {
    Under({.cpa = CpaTerms{.amount = Number("100")}, .rev_share = RevShareTerms{.rate = Number("25")}});
    has_first_deposit_ = true;
    has_ngr_ = true;
    waiting = {{Component::kRevShare, kUsd, kEur},
               {Component::kRevShare, kGbp, kEur},
               {Component::kCpa, kUsd, kEur},
               {Component::kRevShare, kGbp, kEur},
               {Component::kSubAffiliate, kEur, kGbp}};
    const auto answers = Ask(1);
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[0].sentence,
              "Missing: a first deposit (the one there is does not count yet). 1 event waits for an exchange rate from "
              "USD to EUR.");
    EXPECT_EQ(answers[1].sentence,
              "What the player's net gaming revenue is worth is not known yet. 2 events wait for an exchange rate from "
              "GBP to EUR. 1 event waits for an exchange rate from USD to EUR.");
}

}  // namespace
}  // namespace fairlead::commission
