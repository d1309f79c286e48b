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
            RecordedEvent registration = Event(affiliate, EventType::kRegistration, "2026-03-01");
            registration.affiliate = Nth<AffiliateId>(affiliate);
            Add(registration);
        }
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
        const auto paid = actual.Finish();
        const auto cost = simulated.Finish();
        return Compare(actual.plan(), selection, paid, cost);
    }

    // "1 2026-03: 300 → 200 of 1000" for each month.
    static std::vector<std::string> Told(const Comparison& comparison) {
        std::vector<std::string> told;
        for (const MonthCompared& month : comparison.months) {
            told.push_back(std::to_string(month.affiliate.uuid.bytes[15]) + " " + month.period.ToString() + ": " +
                           month.compared.actual.sums.payable.ToString() + " → " +
                           month.compared.simulated.sums.payable.ToString() + " of " + month.compared.ngr.ToString());
        }
        return told;
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
    EXPECT_EQ(Told(comparison), (std::vector<std::string>{"1 2026-03: 300 → 300 of 1000"}));
    EXPECT_TRUE(comparison.players.empty());
}

TEST_F(SimulatedRecord, OtherTermsAreAppliedFromTheBeginning) {
    Happened(1, EventType::kFirstDeposit, "50", "2026-03-05");
    Happened(1, EventType::kNgrUpdate, "1000", "2026-03-10");
    const auto comparison = Simulate(
        {.cpa = commission::CpaTerms{.amount = Dec("80")}, .rev_share = commission::RevShareTerms{.rate = Dec("10")}});
    EXPECT_EQ(Told(comparison), (std::vector<std::string>{"1 2026-03: 300 → 180 of 1000"}));
    ASSERT_EQ(comparison.players.size(), 1U);
    EXPECT_EQ(comparison.players[0].difference().ToString(), "-120");
}

TEST_F(SimulatedRecord, OnlySelectedAffiliatesGetTheDeal) {
    Happened(1, EventType::kNgrUpdate, "1000", "2026-03-10");
    Happened(2, EventType::kNgrUpdate, "1000", "2026-03-10");
    const Terms terms{.rev_share = commission::RevShareTerms{.rate = Dec("10")}};
    EXPECT_EQ(Told(Simulate(terms, {Nth<AffiliateId>(2)})), (std::vector<std::string>{"2 2026-03: 300 → 100 of 1000"}));
}

TEST_F(SimulatedRecord, ClosingsOfTheRecordCarryOverUnderTheOtherTerms) {
    Happened(1, EventType::kNgrUpdate, "-1000", "2026-03-10");
    Closed("2026-03");
    Happened(1, EventType::kNgrUpdate, "2000", "2026-04-10");
    const Terms waives{
        .rev_share = commission::RevShareTerms{.rate = Dec("30"), .negative = {commission::NegativePolicy::kWaive}}};
    EXPECT_EQ(Told(Simulate(waives)),
              (std::vector<std::string>{"1 2026-03: 0 → 0 of -1000", "1 2026-04: 300 → 600 of 2000"}));
}

TEST_F(SimulatedRecord, FixedFeesAreCountedFromTheMonthInWhichTheAffiliateCame) {
    const Terms fee{.fixed_monthly = commission::FixedMonthlyTerms{.amount = Dec("500")}};
    EXPECT_EQ(Told(Simulate(fee, {Nth<AffiliateId>(1)})),
              (std::vector<std::string>{"1 2026-03: 0 → 500 of 0", "1 2026-04: 0 → 500 of 0"}));
}

TEST_F(SimulatedRecord, MoneyWithoutARateIsNamed) {
    Terms dollars{.currency = Cur("USD"), .cpl = commission::CplTerms{.amount = Dec("5")}};
    const auto comparison = Simulate(std::move(dollars));
    ASSERT_EQ(comparison.unpriced.size(), 1U);
    EXPECT_EQ(comparison.unpriced[0].code(), "USD");
}

}  // namespace
}  // namespace fairlead::simulation
