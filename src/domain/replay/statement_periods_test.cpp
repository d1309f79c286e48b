#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"
#include "domain/replay/replay.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

// Affiliates with weeks and half-months (docs/commission.md §6.12).
class StatementPeriods : public testing::Test, protected WorkedCase {
protected:
    StatementPeriods() { replay_.Apply(RulesChanged{}); }

    // Every affiliate has the deal with its own number.
    void Has(int affiliate, Terms terms, std::optional<int> parent = {}) {
        const auto deal = Nth<DealId>(affiliate);
        replay_.Apply(DealChanged{{.id = deal}});
        replay_.Apply(DealVersionAdded{deal, {.number = 1, .terms = std::move(terms)}});
        AffiliateChanged change{.affiliate = Nth<AffiliateId>(affiliate), .deals = {deal}};
        change.approved_at = At("2026-11-01");
        if (parent) change.parent = Nth<AffiliateId>(*parent);
        replay_.Apply(change);
    }
    void IsPaidBy(PeriodKind kind, std::string_view from = {}, int affiliate = 1) {
        StatementPeriodChanged change{Nth<AffiliateId>(affiliate), kind, std::nullopt};
        if (!from.empty()) change.from = Day(from);
        replay_.Apply(change);
    }
    void Brings(std::string_view ngr, std::string_view on, int player = 1, int affiliate = 1) {
        Register(player, affiliate);
        RecordedEvent event = Happened(player, EventType::kNgrUpdate, on);
        event.money = Money{Dec(ngr), Cur("EUR")};
        replay_.OnEvent(event);
    }
    void Deposits(int player, std::string_view on) {
        Register(player, 1);
        RecordedEvent event = Happened(player, EventType::kFirstDeposit, on);
        event.money = Money{Dec("10"), Cur("EUR")};
        replay_.OnEvent(event);
    }
    void Register(int player, int affiliate) {
        if (!known_.insert(player).second) return;
        RecordedEvent event = Happened(player, EventType::kRegistration, "2026-10-01");
        event.affiliate = Nth<AffiliateId>(affiliate);
        replay_.OnEvent(event);
    }
    void Closes(std::string_view period, std::optional<int> affiliate = {}) {
        PeriodClosed change{std::nullopt, Period::Parse(period).value()};
        if (affiliate) change.affiliate = Nth<AffiliateId>(*affiliate);
        replay_.Apply(change);
    }

    // "A1 2026-W46 30; A2 2026-11 1.5 late"
    std::string Accrued() {
        std::string text;
        for (const Accrual& accrual : replay_.TakeAccruals()) {
            if (!accrual.IsShown()) continue;
            text += (text.empty() ? "A" : "; A") + std::to_string(accrual.affiliate.uuid.bytes[15]) + " " +
                    accrual.period.ToString() + " " + accrual.amount.amount.ToString() + (accrual.late ? " late" : "");
        }
        return text.empty() ? "nothing" : text;
    }
    // "A1 2026-W46: revShare -30, carryOver 30 = 0"
    std::string Stated() {
        std::string text;
        for (const auto& statement : replay_.TakeStatements()) {
            text += (text.empty() ? "A" : "; A") + std::to_string(statement.affiliate.uuid.bytes[15]) + " " +
                    statement.period.ToString() + ":";
            for (const auto& line : statement.lines) {
                text += " " + std::string(statements::kLineTypeNames[static_cast<std::size_t>(line.type)]) + " " +
                        line.amount.ToString() + ",";
            }
            text.back() = ' ';
            text += "= " + statement.payable.ToString();
        }
        return text.empty() ? "nothing" : text;
    }

    static Terms Share(std::string_view rate, NegativeTerms negative = {}) {
        return {.rev_share = RevShareTerms{.rate = Dec(rate), .negative = negative}};
    }

private:
    RecordedEvent Happened(int player, EventType type, std::string_view on) {
        return {.seq = ++seq_,
                .player = Nth<PlayerId>(player),
                .type = type,
                .time = At(on),
                .brand = Nth<BrandId>(1),
                .money = {},
                .affiliate = {},
                .country = "DE"};
    }

    Replay replay_;
    std::set<int> known_;
    std::int64_t seq_ = 0;
};

TEST_F(StatementPeriods, AWeekHasItsOwnBaseAndLadder) {
    RevShareTerms share{.rate = Dec("25"), .tiers = {{Dec("1000"), Dec("30")}}, .tier_mode = TierMode::kWhole};
    Has(1, {.rev_share = share});
    IsPaidBy(PeriodKind::kWeek);
    Brings("900", "2026-11-15T23:59:59Z");
    Brings("900", "2026-11-16T00:00:00Z");
    EXPECT_EQ(Accrued(), "A1 2026-W46 225; A1 2026-W47 225") << "neither week reaches the tier";
    Brings("100", "2026-11-16T00:00:01Z");
    EXPECT_EQ(Accrued(), "A1 2026-W47 75");
    Closes("2026-W46");
    EXPECT_EQ(Stated(), "A1 2026-W46: revShare 225 = 225");
}

TEST_F(StatementPeriods, AHalfMonthHasItsOwnPositionsAndCap) {
    Has(1, {.cpa = CpaTerms{.amount = Dec("100"), .monthly_cap = 1}});
    IsPaidBy(PeriodKind::kHalfMonth);
    Deposits(1, "2026-11-15");
    Deposits(2, "2026-11-15");
    Deposits(3, "2026-11-16");
    EXPECT_EQ(Accrued(), "A1 2026-11-H1 100; A1 2026-11-H1 0; A1 2026-11-H2 100");
}

TEST_F(StatementPeriods, ALateEventCountsInTheNextOpenWeek) {
    Has(1, Share("30"));
    IsPaidBy(PeriodKind::kWeek);
    Brings("100", "2026-11-10");
    Closes("2026-W46");
    Closes("2026-W47");
    Brings("100", "2026-11-11");
    EXPECT_EQ(Accrued(), "A1 2026-W46 30; A1 2026-W48 30 late");
}

// Closing a month for all does not close the weeks of others.
TEST_F(StatementPeriods, AClosingForAllIsForThoseThatHaveThePeriod) {
    Has(1, Share("30"));
    Has(2, Share("30"));
    IsPaidBy(PeriodKind::kWeek);
    Brings("100", "2026-11-10");
    Brings("100", "2026-11-10", 2, 2);
    Closes("2026-11");
    EXPECT_EQ(Stated(), "A2 2026-11: revShare 30 = 30");
    Closes("2026-W46");
    EXPECT_EQ(Stated(), "A1 2026-W46: revShare 30 = 30");
    Accrued();
    Brings("100", "2026-11-10");
    Brings("100", "2026-11-10", 2, 2);
    EXPECT_EQ(Accrued(), "A1 2026-W47 30 late; A2 2026-12 30 late");
}

TEST_F(StatementPeriods, AParentHasItsOwnPeriods) {
    Has(2, {.sub_affiliate = SubAffiliateTerms{Dec("5")}});
    Has(1, Share("30", {NegativePolicy::kWaive}), 2);
    IsPaidBy(PeriodKind::kWeek);
    IsPaidBy(PeriodKind::kHalfMonth, {}, 2);
    Brings("-1000", "2026-11-13");
    EXPECT_EQ(Accrued(), "A1 2026-W46 -300; A2 2026-11-H1 -15");
    Closes("2026-W46");
    EXPECT_EQ(Accrued(), "A2 2026-11-H1 15") << "the last moment of the week is in its first half";
}

TEST_F(StatementPeriods, ANegativeWeekIsCarriedIntoTheNext) {
    Has(1, Share("30"));
    IsPaidBy(PeriodKind::kWeek);
    Brings("-100", "2026-11-10");
    Closes("2026-W46");
    Brings("150", "2026-11-17");
    Closes("2026-W47");
    EXPECT_EQ(Stated(), "A1 2026-W46: revShare -30, carryOver 30 = 0; A1 2026-W47: revShare 45, carryOver -30 = 15");
}

// Weeks count in the month in which they end: a loss of November can be offset until the last week of December.
TEST_F(StatementPeriods, ANegativeWeekExpiresWithItsLastMonth) {
    Has(1, Share("30", {.carry_months = 1}));
    IsPaidBy(PeriodKind::kWeek);
    Brings("-100", "2026-11-10");
    for (const char* week : {"2026-W46", "2026-W49", "2026-W51"}) Closes(week);
    EXPECT_EQ(Stated(), "A1 2026-W46: revShare -30, carryOver 30 = 0");
    Closes("2026-W52");
    EXPECT_EQ(Stated(), "A1 2026-W52: carryOver -30, waiver 30 = 0") << "the next week ends in January";
}

TEST_F(StatementPeriods, ANegativeWeekCanReduceTheRestOfItsLastMonth) {
    Has(1, Share("30", {.carry_months = 1}));
    Has(2, Share("30", {.carry_months = 1, .carry_base = true}));
    for (const int affiliate : {1, 2}) {
        IsPaidBy(PeriodKind::kWeek, {}, affiliate);
        IsPaidBy(PeriodKind::kMonth, "2026-11-30", affiliate);
        Brings("-100", "2026-10-20", affiliate, affiliate);
        Brings("50", "2026-11-30", affiliate, affiliate);
    }
    Closes("2026-W43");
    for (const std::string week : {"44", "45", "46", "47", "48"}) Closes("2026-W" + week);
    Stated();
    Closes("2026-11");
    EXPECT_EQ(Stated(),
              "A1 2026-11: revShare 15, carryOver -30, waiver 15 = 0; "
              "A2 2026-11: revShare -30, revShare 15, waiver 15 = 0");
}

TEST_F(StatementPeriods, ACarriedBaseOpensTheNextWeek) {
    Has(1, Share("30", {.carry_base = true}));
    IsPaidBy(PeriodKind::kWeek);
    Brings("-100", "2026-11-10");
    Closes("2026-W46");
    EXPECT_EQ(Accrued(), "A1 2026-W46 -30; A1 2026-W47 -30");
}

// The fee of a month is paid once: in the period in which the month ends.
TEST_F(StatementPeriods, AFixedFeeIsPaidInTheWeekInWhichItsMonthEnds) {
    Has(1, {.fixed_monthly = FixedMonthlyTerms{Dec("500")}});
    IsPaidBy(PeriodKind::kWeek);
    for (const char* week : {"2026-W46", "2026-W47", "2026-W48", "2026-W49", "2026-W50"}) Closes(week);
    EXPECT_EQ(Accrued(), "A1 2026-W49 500");
}

TEST_F(StatementPeriods, AnIntroductoryRateAppliesToTheWeeksThatEndInItsMonths) {
    RevShareTerms share{.rate = Dec("30"), .intro = IntroRate{Dec("50"), 1}};
    Has(1, {.rev_share = share});
    IsPaidBy(PeriodKind::kWeek);
    Brings("100", "2026-11-29");
    Brings("100", "2026-11-30");
    EXPECT_EQ(Accrued(), "A1 2026-W48 50; A1 2026-W49 30");
}

// The week of 30 November begins on 1 December, because 30 November is in the month before the change.
TEST_F(StatementPeriods, AChangeBeginsOnItsDay) {
    Has(1, Share("30"));
    Brings("100", "2026-11-30T12:00:00Z");
    IsPaidBy(PeriodKind::kWeek, "2026-12-01");
    Brings("100", "2026-11-30T12:00:00Z");
    Brings("100", "2026-12-01T00:00:00Z");
    EXPECT_EQ(Accrued(), "A1 2026-11 30; A1 2026-11 30; A1 2026-W49 30");
    Closes("2026-11", 1);
    Brings("100", "2026-11-20");
    EXPECT_EQ(Accrued(), "A1 2026-W49 30 late");
    Closes("2026-W49");
    EXPECT_EQ(Stated(), "A1 2026-11: revShare 60 = 60; A1 2026-W49: revShare 60 = 60");
}

}  // namespace
}  // namespace fairlead::commission
