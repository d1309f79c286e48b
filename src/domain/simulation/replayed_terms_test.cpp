#include "domain/simulation/replayed_terms.hpp"

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"
#include "domain/simulation/comparison.hpp"

namespace fairlead::simulation {
namespace {

using commission::RecordedCommit;
using commission::RecordedEvent;
using commission::Terms;
using events::EventType;

// A record with affiliates 1 and 2 on deal 1, and one player of each.
class SimulatedRecord : public testing::Test, protected commission::WorkedCase {
protected:
    SimulatedRecord() {
        Change(commission::DealChanged{{.id = Nth<DealId>(1)}});
        Change(commission::DealVersionAdded{
            Nth<DealId>(1), {.number = 1, .terms = {.rev_share = commission::RevShareTerms{.rate = Dec("30")}}}});
        for (const int affiliate : {1, 2}) {
            Change(commission::AffiliateChanged{.affiliate = Nth<AffiliateId>(affiliate), .deals = {Nth<DealId>(1)}});
            Add(Registered(affiliate, affiliate));
        }
    }

    RecordedEvent Registered(int player, int affiliate) {
        RecordedEvent registration = Event(player, EventType::kRegistration, "2026-03-01");
        registration.affiliate = Nth<AffiliateId>(affiliate);
        return registration;
    }
    void Change(commission::Change change) { commits_.push_back({At("2026-03-01"), {std::move(change)}, {}}); }
    void Add(RecordedEvent event) { commits_.push_back({event.time, {}, {std::move(event)}}); }
    void Happened(int player, EventType type, std::string_view amount, std::string_view on) {
        RecordedEvent event = Event(player, type, on);
        event.money = Money{Dec(amount), Cur("EUR")};
        Add(event);
    }
    void Closed(std::string_view month) { Change(commission::PeriodClosed{std::nullopt, Month(month)}); }

    Comparison Simulate(Terms terms, std::vector<AffiliateId> affiliates = {}) {
        const Selection selection{std::move(affiliates), Month("2026-03"), Month("2026-04")};
        commission::Deal deal{.id = Nth<DealId>(9), .versions = {{.number = 1, .terms = std::move(terms)}}};
        ReplayedTerms actual(selection, std::nullopt, {});
        ReplayedTerms simulated(selection, std::move(deal), {});
        for (const RecordedCommit& commit : commits_) {
            actual.Take(commit);
            simulated.Take(commit);
        }
        const auto paid = actual.Finish([] { return true; });
        const auto cost = simulated.Finish([] { return true; });
        return Compare(actual.plan(), selection, paid.value(), cost.value());
    }

    Result<ReplayedSums> Replay(const ReplayedTerms::GoesOn& goes_on) {
        ReplayedTerms actual({{}, Month("2026-03"), Month("2026-04")}, std::nullopt, {});
        for (const RecordedCommit& commit : commits_) actual.Take(commit);
        return actual.Finish(goes_on);
    }

    // What explains these players under the terms.
    ExplainedPlayers Explain(Terms terms, std::vector<PlayerId> players, std::vector<AffiliateId> affiliates = {}) {
        const Selection selection{std::move(affiliates), Month("2026-03"), Month("2026-04")};
        commission::Deal deal{
            .id = Nth<DealId>(9), .name = "Tried", .versions = {{.number = 1, .terms = std::move(terms)}}};
        ReplayedTerms simulated(selection, std::move(deal), {});
        simulated.Watch(players);
        for (const RecordedCommit& commit : commits_) simulated.Take(commit);
        (void)simulated.Finish([] { return true; });
        return simulated.ExplainWatched(At("2026-04-10"));
    }
    // "cpa 80, revShare 100" for the accruals, the newest first.
    static std::string AccrualsOf(const ExplainedPlayer& player) {
        std::string accruals;
        for (const SimulatedAccrual& each : player.accruals) {
            accruals += (accruals.empty() ? "" : ", ") + std::string(Name(each.accrual.component)) + " " +
                        each.accrual.amount.amount.ToString();
        }
        return accruals;
    }

    // "1 2026-03: 300 → 200 of 1000" for each month.
    static std::vector<std::string> MonthsOf(const Comparison& comparison) {
        std::vector<std::string> months;
        for (const MonthCompared& month : comparison.months) {
            months.push_back(std::to_string(month.affiliate.uuid.bytes[15]) + " " + month.period.ToString() + ": " +
                             month.compared.actual.sums.payable.ToString() + " → " +
                             month.compared.simulated.sums.payable.ToString() + " of " + month.compared.ngr.ToString());
        }
        return months;
    }

private:
    RecordedEvent Event(int player, EventType type, std::string_view on) {
        return {.seq = ++seq_, .player = Nth<PlayerId>(player), .type = type, .time = At(on), .brand = Nth<BrandId>(1)};
    }

    std::int64_t seq_ = 0;
    std::vector<RecordedCommit> commits_;
};

TEST_F(SimulatedRecord, TheSameTermsCostTheSame) {
    Happened(1, EventType::kNgrUpdate, "1000", "2026-03-10");
    const auto comparison = Simulate({.rev_share = commission::RevShareTerms{.rate = Dec("30")}});
    EXPECT_EQ(MonthsOf(comparison), (std::vector<std::string>{"1 2026-03: 300 → 300 of 1000"}));
    EXPECT_TRUE(comparison.players.empty());
}

TEST_F(SimulatedRecord, ItCanBeStoppedBeforeEveryPeriodThatItCloses) {
    int asked = 0;
    EXPECT_TRUE(Replay([&] { return ++asked > 0; }));
    EXPECT_EQ(asked, 4) << "March and April of two affiliates";
    asked = 0;
    const auto stopped = Replay([&] { return ++asked < 3; });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::kConflict);
    EXPECT_EQ(asked, 3);
}

TEST_F(SimulatedRecord, OtherTermsAreAppliedFromTheBeginning) {
    Happened(1, EventType::kFirstDeposit, "50", "2026-03-05");
    Happened(1, EventType::kNgrUpdate, "1000", "2026-03-10");
    const auto comparison = Simulate(
        {.cpa = commission::CpaTerms{.amount = Dec("80")}, .rev_share = commission::RevShareTerms{.rate = Dec("10")}});
    EXPECT_EQ(MonthsOf(comparison), (std::vector<std::string>{"1 2026-03: 300 → 180 of 1000"}));
    ASSERT_EQ(comparison.players.size(), 1U);
    EXPECT_EQ(comparison.players[0].difference().ToString(), "-120");
}

TEST_F(SimulatedRecord, OnlySelectedAffiliatesGetTheDeal) {
    Happened(1, EventType::kNgrUpdate, "1000", "2026-03-10");
    Happened(2, EventType::kNgrUpdate, "1000", "2026-03-10");
    const Terms terms{.rev_share = commission::RevShareTerms{.rate = Dec("10")}};
    EXPECT_EQ(MonthsOf(Simulate(terms, {Nth<AffiliateId>(2)})),
              (std::vector<std::string>{"2 2026-03: 300 → 100 of 1000"}));
}

TEST_F(SimulatedRecord, ClosingsOfTheRecordCarryOverUnderTheOtherTerms) {
    Happened(1, EventType::kNgrUpdate, "-1000", "2026-03-10");
    Closed("2026-03");
    Happened(1, EventType::kNgrUpdate, "2000", "2026-04-10");
    const Terms waives{
        .rev_share = commission::RevShareTerms{.rate = Dec("30"), .negative = {commission::NegativePolicy::kWaive}}};
    EXPECT_EQ(MonthsOf(Simulate(waives)),
              (std::vector<std::string>{"1 2026-03: 0 → 0 of -1000", "1 2026-04: 300 → 600 of 2000"}));
}

TEST_F(SimulatedRecord, FixedFeesAreCountedFromTheMonthInWhichTheAffiliateCame) {
    const Terms fee{.fixed_monthly = commission::FixedMonthlyTerms{.amount = Dec("500")}};
    EXPECT_EQ(MonthsOf(Simulate(fee, {Nth<AffiliateId>(1)})),
              (std::vector<std::string>{"1 2026-03: 0 → 500 of 0", "1 2026-04: 0 → 500 of 0"}));
}

TEST_F(SimulatedRecord, AWatchedPlayerKeepsItsAccrualsWithTheirEvents) {
    Happened(1, EventType::kFirstDeposit, "50", "2026-03-05");
    Happened(1, EventType::kNgrUpdate, "1000", "2026-03-10");
    Happened(1, EventType::kNgrUpdate, "500", "2026-05-10");
    const auto explained = Explain(
        {.cpa = commission::CpaTerms{.amount = Dec("80")}, .rev_share = commission::RevShareTerms{.rate = Dec("10")}},
        {Nth<PlayerId>(1)});
    ASSERT_EQ(explained.players.size(), 1U);
    const ExplainedPlayer& player = explained.players.at(Nth<PlayerId>(1));
    EXPECT_EQ(AccrualsOf(player), "revShare 100, cpa 80") << "without the month that is not selected";
    EXPECT_EQ(player.accruals[0].event->money->amount, Dec("1000"));
    EXPECT_EQ(player.accruals[1].event->type, EventType::kFirstDeposit);
    EXPECT_EQ(explained.deals.at(Nth<DealId>(9)).name, "Tried");
    EXPECT_TRUE(player.unpaid.empty());
    ASSERT_EQ(player.sums.size(), 2U);
    EXPECT_EQ(player.left_out, 0);
}

TEST_F(SimulatedRecord, AWatchedPlayerThatEarnsNothingSaysWhatIsMissing) {
    Happened(1, EventType::kFirstDeposit, "50", "2026-03-05");
    const auto explained = Explain({.cpa = commission::CpaTerms{.amount = Dec("80"), .min_total_deposits = Dec("60")}},
                                   {Nth<PlayerId>(1)});
    const ExplainedPlayer& player = explained.players.at(Nth<PlayerId>(1));
    EXPECT_TRUE(player.accruals.empty());
    ASSERT_EQ(player.unpaid.size(), 1U);
    ASSERT_EQ(player.unpaid[0].missing.size(), 1U);
    EXPECT_EQ(player.unpaid[0].missing[0].condition, commission::Condition::kMinTotalDeposits);
    EXPECT_EQ(player.unpaid[0].missing[0].missing, Dec("10"));
    EXPECT_EQ(player.unpaid[0].missing[0].events.size(), 1U);
    ASSERT_EQ(player.choices.size(), 1U);
    EXPECT_EQ(player.choices[0].name, "Tried");
}

TEST_F(SimulatedRecord, OnlyTheNewestAccrualsOfAComponentAreKept) {
    Happened(1, EventType::kFirstDeposit, "50", "2026-03-05");
    for (std::size_t i = 0; i <= kSimulatedAccrualsMax; ++i) Happened(1, EventType::kNgrUpdate, "10", "2026-03-10");
    const auto explained = Explain(
        {.cpa = commission::CpaTerms{.amount = Dec("80")}, .rev_share = commission::RevShareTerms{.rate = Dec("10")}},
        {Nth<PlayerId>(1)});
    const ExplainedPlayer& player = explained.players.at(Nth<PlayerId>(1));
    EXPECT_EQ(player.accruals.size(), kSimulatedAccrualsMax + 1) << "the CPA stays";
    EXPECT_EQ(player.left_out, 1);
    ASSERT_EQ(player.sums.size(), 2U);
    EXPECT_EQ(player.sums[1].money.amount, Dec("26")) << "the sum has all of them";
}

TEST_F(SimulatedRecord, APlayerThatAnotherOneHasReRatedNamesThatEvent) {
    RecordedEvent other = Registered(3, 1);
    Add(other);
    Happened(1, EventType::kFirstDeposit, "50", "2026-03-05");
    Happened(3, EventType::kFirstDeposit, "70", "2026-03-06");
    const commission::CpaTerms whole{
        .amount = Dec("100"), .tiers = {{2, Dec("120")}}, .tier_mode = commission::TierMode::kWhole};
    const auto explained = Explain({.cpa = whole}, {Nth<PlayerId>(1), Nth<PlayerId>(3)});
    const ExplainedPlayer& first = explained.players.at(Nth<PlayerId>(1));
    EXPECT_EQ(AccrualsOf(first), "cpa 20, cpa 100");
    EXPECT_EQ(first.accruals[0].event->player, Nth<PlayerId>(3));
    const ExplainedPlayer& second = explained.players.at(Nth<PlayerId>(3));
    EXPECT_EQ(AccrualsOf(second), "cpa 120");
    ASSERT_TRUE(second.accruals[0].re_rating);
    EXPECT_EQ(second.accruals[0].re_rating->players, 1);
}

TEST_F(SimulatedRecord, MoneyWithoutARateIsNamed) {
    Terms dollars{.currency = Cur("USD"), .cpl = commission::CplTerms{.amount = Dec("5")}};
    const auto comparison = Simulate(std::move(dollars));
    ASSERT_EQ(comparison.unpriced.size(), 1U);
    EXPECT_EQ(comparison.unpriced[0].code(), "USD");
}

}  // namespace
}  // namespace fairlead::simulation
