#include "domain/replay/replay.hpp"

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

// A record of one operator: affiliates 1 and 2 with deal 1, brand 1, and the additions of a test.
class ReplayedRecord : public testing::Test, protected WorkedCase {
protected:
    void PaysUnder(Terms terms) {
        replay_.Apply(DealChanged{{.id = Nth<DealId>(1)}});
        replay_.Apply(DealVersionAdded{Nth<DealId>(1), {.number = 1, .terms = std::move(terms)}});
        for (const int affiliate : {1, 2}) {
            replay_.Apply(AffiliateChanged{.affiliate = Nth<AffiliateId>(affiliate), .deals = {Nth<DealId>(1)}});
        }
    }
    void Registers(std::optional<int> affiliate = 1, std::string_view on = "2026-03-01") {
        RecordedEvent event = Recorded(EventType::kRegistration, on);
        if (affiliate) event.affiliate = Nth<AffiliateId>(*affiliate);
        event.country = "DE";
        replay_.OnEvent(event);
    }
    void Records(EventType type, std::string_view amount, std::string_view on = "2026-03-10",
                 std::string_view currency = "EUR") {
        RecordedEvent event = Recorded(type, on);
        event.money = Money{Dec(amount), Cur(currency)};
        replay_.OnEvent(event);
    }
    void Closes(std::string_view month) { replay_.Apply(PeriodClosed{Nth<AffiliateId>(1), Month(month)}); }
    void Reassigns(int before, int after) {
        replay_.Apply(PlayerReassigned{Nth<PlayerId>(1), Nth<AffiliateId>(before), Nth<AffiliateId>(after)});
    }

    // The accruals since the last call, each with the number of its affiliate: "1: 100, 1: -20".
    std::string Made() {
        std::string made;
        for (const Accrual& accrual : replay_.TakeAccruals()) {
            if (!accrual.IsShown()) continue;
            made += (made.empty() ? "" : ", ") + std::to_string(accrual.affiliate.uuid.bytes[15]) + ": " +
                    accrual.amount.amount.ToString();
        }
        return made.empty() ? "nothing" : made;
    }
    // The statements since the last call: "2026-03 pays 135".
    std::string Stated() {
        std::string stated;
        for (const auto& statement : replay_.TakeStatements()) {
            stated +=
                (stated.empty() ? "" : ", ") + statement.period.ToString() + " pays " + statement.payable.ToString();
        }
        return stated.empty() ? "nothing" : stated;
    }

    Replay replay_;

private:
    RecordedEvent Recorded(EventType type, std::string_view on) {
        return {.seq = ++recorded_, .player = Nth<PlayerId>(1), .type = type, .time = At(on), .brand = Nth<BrandId>(1)};
    }

    std::int64_t recorded_ = 0;
};

// Milestones and order.

TEST_F(ReplayedRecord, ASecondFirstDepositPaysNothing) {
    PaysUnder({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20")}});
    Registers();
    Records(EventType::kFirstDeposit, "20");
    EXPECT_EQ(Made(), "1: 100");
    Records(EventType::kFirstDeposit, "20");
    EXPECT_EQ(Made(), "nothing");
}

TEST_F(ReplayedRecord, ASecondFirstDepositCountsInNoCondition) {
    PaysUnder({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20"), .min_total_deposits = Dec("50")}});
    Registers();
    Records(EventType::kFirstDeposit, "10");
    Records(EventType::kFirstDeposit, "40");
    EXPECT_EQ(Made(), "nothing") << "the first one was too small, and the second one is no deposit";
    Records(EventType::kDeposit, "40");
    EXPECT_EQ(Made(), "nothing");
}

TEST_F(ReplayedRecord, ASecondRegistrationPaysNothingAndChangesNothing) {
    PaysUnder({.cpl = CplTerms{Dec("5")}});
    Registers(1);
    EXPECT_EQ(Made(), "1: 5");
    Registers(2);
    EXPECT_EQ(Made(), "nothing");
    EXPECT_EQ(replay_.AffiliateOf(Nth<PlayerId>(1)), Nth<AffiliateId>(1));
}

TEST_F(ReplayedRecord, AnOrganicPlayerEarnsNoCommission) {
    PaysUnder({.cpl = CplTerms{Dec("5")}});
    Registers(std::nullopt);
    EXPECT_EQ(Made(), "nothing");
    EXPECT_EQ(replay_.AffiliateOf(Nth<PlayerId>(1)), std::nullopt);
}

TEST_F(ReplayedRecord, EventsBeforeTheRegistrationWaitForItAndCountInTheOrderOfTheirTimes) {
    PaysUnder({.cpa = CpaTerms{.amount = Dec("100"), .min_total_deposits = Dec("50")}});
    Records(EventType::kDeposit, "20", "2026-03-12");
    Records(EventType::kFirstDeposit, "30", "2026-03-11");
    EXPECT_EQ(Made(), "nothing");
    Registers(1, "2026-03-10");
    const auto accruals = replay_.TakeAccruals();
    ASSERT_EQ(accruals.size(), 1U);
    EXPECT_EQ(accruals.front().event_time, At("2026-03-12")) << "the deposit completes the conditions";
}

// Revenue.

TEST_F(ReplayedRecord, ATotalEarnsItsDifferenceToThePreviousTotal) {
    PaysUnder({.rev_share = RevShareTerms{.rate = Dec("10")}});
    replay_.Apply(BrandChanged{Nth<BrandId>(1), catalogue::NgrMode::kLifetimeTotal});
    Registers();
    Records(EventType::kNgrUpdate, "100", "2026-03-10");
    Records(EventType::kNgrUpdate, "140", "2026-03-11");
    EXPECT_EQ(Made(), "1: 10, 1: 4");
    const std::map<std::int64_t, Decimal> expected{{3, Dec("40")}};
    EXPECT_EQ(replay_.TakeNgrDeltas(), expected) << "the first total is its own delta";
    const PlayerNgr* ngr = replay_.NgrOf(Nth<PlayerId>(1));
    ASSERT_NE(ngr, nullptr);
    EXPECT_EQ(ngr->FindShared(Cur("EUR"), kWholeLife)->sum, Dec("140"));
    EXPECT_EQ(ngr->FindShared(Cur("USD"), kWholeLife), nullptr);
    EXPECT_EQ(replay_.TotalsTaken(), 1U);
}

TEST_F(ReplayedRecord, AChangeOfModeStartsFromTheSumSoFar) {
    PaysUnder({.rev_share = RevShareTerms{.rate = Dec("10")}});
    Registers();
    Records(EventType::kNgrUpdate, "100", "2026-03-10");
    replay_.Apply(BrandChanged{Nth<BrandId>(1), catalogue::NgrMode::kLifetimeTotal});
    Records(EventType::kNgrUpdate, "140", "2026-03-11");
    EXPECT_EQ(Made(), "1: 10, 1: 4");
}

// Rates.

TEST_F(ReplayedRecord, UnpricedAccrualsAreProcessedInOrderUpToTheRecordedCount) {
    PaysUnder({.rev_share = RevShareTerms{.rate = Dec("10")}});
    Registers();
    Records(EventType::kNgrUpdate, "100", "2026-03-10", "CHF");
    Records(EventType::kNgrUpdate, "200", "2026-03-10", "USD");
    Records(EventType::kNgrUpdate, "300", "2026-03-10", "USD");
    EXPECT_EQ(replay_.unpriced().size(), 3U);
    replay_.Apply(RateSet{{Day("2026-03-01"), Cur("USD"), Cur("EUR"), ExchangeRate::Parse("0.5").value()}});
    EXPECT_EQ(Made(), "nothing");
    replay_.Apply(UnpricedResolved{1});
    EXPECT_EQ(Made(), "1: 10") << "200 USD are 100 EUR; 100 CHF still have no rate";
    replay_.Apply(UnpricedResolved{5});
    EXPECT_EQ(Made(), "1: 15");
    EXPECT_EQ(replay_.unpriced().size(), 1U);
}

// Reassignment.

TEST_F(ReplayedRecord, TheEventsOfAReassignedPlayerMoveToTheNewAffiliate) {
    PaysUnder({.rev_share = RevShareTerms{.rate = Dec("10")}, .cpl = CplTerms{Dec("5")}});
    Registers(1);
    Records(EventType::kNgrUpdate, "100");
    EXPECT_EQ(Made(), "1: 5, 1: 10");
    Reassigns(1, 2);
    EXPECT_EQ(Made(), "1: -5, 1: -10, 2: 5, 2: 10");
    EXPECT_EQ(replay_.AffiliateOf(Nth<PlayerId>(1)), Nth<AffiliateId>(2));
    Records(EventType::kNgrUpdate, "100");
    EXPECT_EQ(Made(), "2: 10");
}

TEST_F(ReplayedRecord, AReleasedPlayerEarnsNothingForAnybody) {
    PaysUnder({.rev_share = RevShareTerms{.rate = Dec("10")}, .cpl = CplTerms{Dec("5")}});
    Registers(1);
    Records(EventType::kNgrUpdate, "100");
    EXPECT_EQ(Made(), "1: 5, 1: 10");
    replay_.Apply(PlayerReassigned{Nth<PlayerId>(1), Nth<AffiliateId>(1), std::nullopt});
    EXPECT_EQ(Made(), "1: -5, 1: -10");
    EXPECT_EQ(replay_.AffiliateOf(Nth<PlayerId>(1)), std::nullopt);
    Records(EventType::kNgrUpdate, "100");
    EXPECT_EQ(Made(), "nothing");
    replay_.Apply(PlayerReassigned{Nth<PlayerId>(1), std::nullopt, Nth<AffiliateId>(2)});
    EXPECT_EQ(Made(), "2: 5, 2: 10, 2: 10");
}

TEST_F(ReplayedRecord, EachAffiliateOfAReassignedPlayerHasItsOwnOpenMonth) {
    PaysUnder({.cpl = CplTerms{Dec("5")}});
    Registers(1);
    EXPECT_EQ(Made(), "1: 5");
    Closes("2026-03");
    Reassigns(1, 2);
    const auto accruals = replay_.TakeAccruals();
    ASSERT_EQ(accruals.size(), 2U);
    EXPECT_EQ(accruals[0].period, Month("2026-04")) << "March is closed for affiliate 1";
    EXPECT_EQ(accruals[1].period, Month("2026-03")) << "and open for affiliate 2";
}

TEST_F(ReplayedRecord, UnpricedAccrualsMoveToTheNewAffiliate) {
    PaysUnder({.rev_share = RevShareTerms{.rate = Dec("10")}});
    Registers(1);
    Records(EventType::kNgrUpdate, "100", "2026-03-10", "USD");
    Reassigns(1, 2);
    ASSERT_EQ(replay_.unpriced().size(), 1U);
    EXPECT_EQ(replay_.unpriced().begin()->second.affiliate, Nth<AffiliateId>(2));
}

TEST_F(ReplayedRecord, AnOrganicPlayerCanBeGivenToAnAffiliate) {
    PaysUnder({.cpl = CplTerms{Dec("5")}});
    Registers(std::nullopt);
    replay_.Apply(PlayerReassigned{Nth<PlayerId>(1), std::nullopt, Nth<AffiliateId>(2)});
    EXPECT_EQ(Made(), "2: 5");
}

// Statements.

// Worked example 5.
TEST_F(ReplayedRecord, ANegativeMonthIsCarriedIntoTheNext) {
    PaysUnder({.rev_share = RevShareTerms{.rate = Dec("30"), .negative = {NegativePolicy::kCarry}}});
    Registers();
    Records(EventType::kNgrUpdate, "-10000", "2026-03-10");
    Closes("2026-03");
    EXPECT_EQ(Stated(), "2026-03 pays 0");
    Records(EventType::kNgrUpdate, "15000", "2026-04-10");
    Closes("2026-04");
    EXPECT_EQ(Stated(), "2026-04 pays 1500") << "4500 - 3000";
}

// Worked example 5.
TEST_F(ReplayedRecord, ANegativeMonthIsWaivedWithoutCarryOver) {
    PaysUnder({.rev_share = RevShareTerms{.rate = Dec("30"), .negative = {NegativePolicy::kWaive}}});
    Registers();
    Records(EventType::kNgrUpdate, "-10000", "2026-03-10");
    Closes("2026-03");
    Records(EventType::kNgrUpdate, "15000", "2026-04-10");
    Closes("2026-04");
    EXPECT_EQ(Stated(), "2026-03 pays 0, 2026-04 pays 4500");
}

// Worked example 8: 3 × 0.00333333 is 0.00999999.
TEST_F(ReplayedRecord, AStatementRoundsTheSumAndNotItsParts) {
    PaysUnder({.rev_share = RevShareTerms{.rate = Dec("33.3333")}});
    Registers();
    for (int i = 0; i < 3; ++i) Records(EventType::kNgrUpdate, "0.01");
    Closes("2026-03");
    EXPECT_EQ(Stated(), "2026-03 pays 0.01");
}

TEST_F(ReplayedRecord, AnAdjustmentIsInTheNextStatementOnly) {
    PaysUnder({.fixed_monthly = FixedMonthlyTerms{Dec("500")}});
    replay_.Apply(
        Adjusted{.affiliate = Nth<AffiliateId>(1), .money = {Dec("-12.5"), Cur("EUR")}, .reason = "correction"});
    Closes("2026-03");
    Closes("2026-04");
    EXPECT_EQ(Stated(), "2026-03 pays 487.5, 2026-04 pays 500");
}

TEST_F(ReplayedRecord, ClosingForAllClosesEachAffiliateOnce) {
    PaysUnder({.fixed_monthly = FixedMonthlyTerms{Dec("500")}});
    Closes("2026-03");
    EXPECT_EQ(Made(), "1: 500");
    replay_.Apply(PeriodClosed{std::nullopt, Month("2026-03")});
    EXPECT_EQ(Made(), "2: 500") << "affiliate 1 is closed already";
}

TEST_F(ReplayedRecord, AStatementHasTheHashOfThePreviousOne) {
    PaysUnder({.fixed_monthly = FixedMonthlyTerms{Dec("500")}});
    Closes("2026-03");
    Closes("2026-04");
    const auto statements = replay_.TakeStatements();
    ASSERT_EQ(statements.size(), 2U);
    EXPECT_EQ(statements[0].previous_hash, Bytes32{});
    EXPECT_EQ(statements[1].previous_hash, statements[0].content_hash);
}

}  // namespace
}  // namespace fairlead::commission
