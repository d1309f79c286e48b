#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"
#include "domain/replay/replay.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

// Months that are closed one after the other, with several affiliates and players (docs/commission.md §6.4, §6.11).
class NegativePeriods : public testing::Test, protected WorkedCase {
protected:
    NegativePeriods() { replay_.Apply(RulesChanged{}); }

    // Every affiliate has the deal with its own number.
    void Pays(int affiliate, Terms terms, std::optional<int> parent = {}) {
        const auto deal = Nth<DealId>(affiliate);
        replay_.Apply(DealChanged{{.id = deal}});
        replay_.Apply(DealVersionAdded{deal, {.number = 1, .terms = std::move(terms)}});
        AffiliateChanged change{.affiliate = Nth<AffiliateId>(affiliate), .deals = {deal}};
        if (parent) change.parent = Nth<AffiliateId>(*parent);
        replay_.Apply(change);
    }
    static Terms Share(std::string_view rate, NegativeTerms negative) {
        return {.rev_share = RevShareTerms{.rate = Dec(rate), .negative = negative}};
    }
    void Revises(int deal, std::string_view from, Terms terms) {
        replay_.Apply(DealVersionAdded{Nth<DealId>(deal),
                                       {.number = ++version_, .effective_from = Day(from), .terms = std::move(terms)}});
    }
    void Joins(int player, std::string_view on, int affiliate = 1) {
        known_.insert(player);
        RecordedEvent event = Happened(player, EventType::kRegistration, on);
        event.affiliate = Nth<AffiliateId>(affiliate);
        replay_.OnEvent(event);
    }
    void Brings(int player, std::string_view ngr, std::string_view on, int affiliate = 1) {
        if (!known_.contains(player)) Joins(player, "2025-12-01", affiliate);
        RecordedEvent event = Happened(player, EventType::kNgrUpdate, on);
        event.money = Money{Dec(ngr), Cur("EUR")};
        replay_.OnEvent(event);
    }
    void Chargeback(int player, std::string_view amount, std::string_view on) {
        RecordedEvent event = Happened(player, EventType::kChargeback, on);
        event.money = Money{Dec(amount), Cur("EUR")};
        replay_.OnEvent(event);
    }
    void Moves(int player, int from, int to) {
        replay_.Apply(PlayerReassigned{Nth<PlayerId>(player), Nth<AffiliateId>(from), Nth<AffiliateId>(to)});
    }
    void Closes(std::string_view month) { replay_.Apply(PeriodClosed{std::nullopt, Month(month)}); }

    // The statements of an affiliate since the last call: "2026-03: revShare -30, carryOver 30 = 0".
    std::string Stated(int affiliate = 1) {
        std::string text;
        for (const auto& statement : replay_.TakeStatements()) made_.push_back(statement);
        for (const auto& statement : made_) {
            if (statement.affiliate != Nth<AffiliateId>(affiliate)) continue;
            text += (text.empty() ? "" : "; ") + statement.period.ToString() + ":";
            for (const auto& line : statement.lines) {
                text += " " + std::string(statements::kLineTypeNames[static_cast<std::size_t>(line.type)]) + " " +
                        (line.player ? line.base->ToString() : line.amount.ToString()) + ",";
            }
            text.back() = ' ';
            text += "= " + statement.payable.ToString();
        }
        std::erase_if(made_, [&](const auto& one) { return one.affiliate == Nth<AffiliateId>(affiliate); });
        return text.empty() ? "nothing" : text;
    }

    // What parents got of closed statements: "15".
    std::string Followed() {
        std::string text;
        for (const Accrual& accrual : replay_.TakeAccruals()) {
            if (accrual.reason != Reason::kFollowed) continue;
            text += (text.empty() ? "" : ", ") + accrual.amount.amount.ToString();
        }
        return text.empty() ? "nothing" : text;
    }

    Replay replay_;

private:
    RecordedEvent Happened(int player, EventType type, std::string_view on) {
        return {.seq = ++seq_, .player = Nth<PlayerId>(player), .type = type, .time = At(on), .brand = Nth<BrandId>(1)};
    }

    std::int64_t seq_ = 0;
    std::int32_t version_ = 1;
    std::set<int> known_;
    std::vector<statements::Statement> made_;
};

// Worked example 15.
TEST_F(NegativePeriods, ACarriedBaseIsSeenByTiers) {
    Terms terms = Share("27", {.carry_base = true});
    terms.rev_share->tiers = {{.from = Dec("5778"), .rate = Dec("37")}};
    terms.rev_share->tier_mode = TierMode::kWhole;
    Pays(1, terms);
    Brings(1, "-3000", "2026-08-10");
    Closes("2026-08");
    EXPECT_EQ(Stated(), "2026-08: revShare -810, carryOver 810 = 0");
    Brings(1, "8000", "2026-09-10");
    Closes("2026-09");
    EXPECT_EQ(Stated(), "2026-09: revShare -810, revShare 2160 = 1350") << "27 % of 5000";
}

TEST_F(NegativePeriods, ACarriedBaseJoinsAMonthThatHasBegun) {
    Pays(1, Share("30", {.carry_base = true}));
    Brings(1, "-1000", "2026-08-10");
    Brings(1, "400", "2026-09-02");
    Closes("2026-08");
    Brings(1, "1600", "2026-09-10");
    Closes("2026-09");
    EXPECT_EQ(Stated(), "2026-08: revShare -300, carryOver 300 = 0; 2026-09: revShare -300, revShare 600 = 300");
}

// Two versions of a deal that carries its base: one loses 1000, the other one brings something.
class TwoVersionsCarryTheirBase : public NegativePeriods {
protected:
    void BothBring(std::string_view gain) {
        Pays(1, Share("30", {.carry_base = true}));
        Revises(1, "2026-03-01", Share("25", {.carry_base = true}));
        Joins(2, "2026-03-02");
        Brings(1, "-1000", "2026-03-10");
        Brings(2, gain, "2026-03-10");
        Closes("2026-03");
    }
};

TEST_F(TwoVersionsCarryTheirBase, NothingIsCarriedWithoutANegativeMonth) {
    BothBring("2000");
    EXPECT_EQ(Stated(), "2026-03: revShare -300, revShare 500 = 200");
    Brings(1, "100", "2026-04-10");
    Closes("2026-04");
    EXPECT_EQ(Stated(), "2026-04: revShare 30 = 30") << "the loss has reduced March";
}

TEST_F(TwoVersionsCarryTheirBase, TheAmountIsCarriedIfTheBaseStandsForMore) {
    BothBring("500");
    EXPECT_EQ(Stated(), "2026-03: revShare -300, revShare 125, carryOver 175 = 0");
    Brings(1, "1000", "2026-04-10");
    Closes("2026-04");
    EXPECT_EQ(Stated(), "2026-04: revShare 300, carryOver -175 = 125");
}

TEST_F(TwoVersionsCarryTheirBase, BothBasesAreCarried) {
    BothBring("-2000");
    EXPECT_EQ(Stated(), "2026-03: revShare -300, revShare -500, carryOver 800 = 0");
    Brings(1, "4000", "2026-04-10");
    Closes("2026-04");
    EXPECT_EQ(Stated(), "2026-04: revShare -300, revShare 1200, revShare -500 = 400");
}

TEST_F(NegativePeriods, ABaseOfVersionsThatShareAStateIsCarried) {
    Pays(1, Share("30", {.carry_base = true}));
    Revises(1, "2026-02-01", Share("30", {.carry_base = true}));
    Joins(1, "2026-03-02");
    Brings(1, "-1000", "2026-03-10");
    Closes("2026-03");
    Brings(1, "1500", "2026-04-10");
    Closes("2026-04");
    EXPECT_EQ(Stated(), "2026-03: revShare -300, carryOver 300 = 0; 2026-04: revShare -300, revShare 450 = 150");
}

TEST_F(NegativePeriods, AReversalByHandIsCarriedAsAnAmount) {
    Pays(1, Share("30", {.carry_base = true}));
    Brings(1, "1000", "2026-03-10");
    Closes("2026-03");
    const auto accruals = replay_.TakeAccruals();
    ASSERT_EQ(accruals.size(), 1U);
    replay_.Apply(AccrualReversed{accruals.front().number, Nth<PlayerId>(1), "a fraud signal", {}});
    Closes("2026-04");
    Brings(1, "1000", "2026-05-10");
    Closes("2026-05");
    EXPECT_EQ(Stated(),
              "2026-03: revShare 300 = 300; 2026-04: revShare -300, carryOver 300 = 0;"
              " 2026-05: revShare 300, carryOver -300 = 0");
}

TEST_F(NegativePeriods, TheVersionInForceDecidesThatTheBaseIsCarried) {
    Pays(1, Share("30", {}));
    Brings(1, "-1000", "2026-03-10");
    Revises(1, "2026-03-15", Share("25", {.carry_base = true}));
    Closes("2026-03");
    Brings(1, "1500", "2026-04-10");
    Closes("2026-04");
    EXPECT_EQ(Stated(), "2026-03: revShare -300, carryOver 300 = 0; 2026-04: revShare -300, revShare 450 = 150");
}

TEST_F(NegativePeriods, TheVersionInForceDecidesThatTheAmountIsCarried) {
    Pays(1, Share("30", {.carry_base = true}));
    Brings(1, "-1000", "2026-03-10");
    Revises(1, "2026-03-15", Share("25", {}));
    Closes("2026-03");
    Brings(1, "1500", "2026-04-10");
    Closes("2026-04");
    EXPECT_EQ(Stated(), "2026-03: revShare -300, carryOver 300 = 0; 2026-04: revShare 450, carryOver -300 = 150");
}

TEST_F(NegativePeriods, TheVersionInForceDecidesThatOnlyChargebacksAreCarried) {
    Pays(1, Share("30", {}));
    Brings(1, "-1000", "2026-03-10");
    Chargeback(1, "400", "2026-03-11");
    Revises(1, "2026-03-15", Share("25", {.only_chargebacks = true}));
    Closes("2026-03");
    EXPECT_EQ(Stated(), "2026-03: revShare -420, waiver 300, carryOver 120 = 0");
}

TEST_F(NegativePeriods, AWaiverIsAtMostTheLossAlsoAfterAPlayerTookItsChargebacksAlong) {
    Pays(1, Share("30", {.only_chargebacks = true}));
    Pays(2, Share("30", {}));
    Brings(1, "1000", "2026-01-10");
    Chargeback(1, "200", "2026-01-11");
    Closes("2026-01");
    Moves(1, 1, 2);
    Closes("2026-02");
    EXPECT_EQ(Stated(), "2026-01: revShare 240 = 240; 2026-02: revShare -240, waiver 240 = 0");
}

// Worked example 16.
TEST_F(NegativePeriods, ANegativeMonthExpires) {
    Pays(1, Share("30", {.carry_months = 3}));
    Brings(1, "-1000", "2026-01-10");
    for (const auto month : {"2026-01", "2026-02", "2026-03", "2026-04"}) Closes(month);
    EXPECT_EQ(Stated(), "2026-01: revShare -300, carryOver 300 = 0; 2026-04: carryOver -300, waiver 300 = 0");
    Brings(1, "1000", "2026-05-10");
    Closes("2026-05");
    EXPECT_EQ(Stated(), "2026-05: revShare 300 = 300");
}

TEST_F(NegativePeriods, TheOldestMonthIsOffsetFirst) {
    Pays(1, Share("30", {.carry_months = 2}));
    Brings(1, "-1000", "2026-01-10");
    Closes("2026-01");
    Brings(1, "-1000", "2026-02-10");
    Closes("2026-02");
    Brings(1, "500", "2026-03-10");
    Closes("2026-03");
    EXPECT_EQ(Stated(),
              "2026-01: revShare -300, carryOver 300 = 0;"
              " 2026-02: revShare -300, carryOver -300, carryOver 300, carryOver 300 = 0;"
              " 2026-03: revShare 150, carryOver -300, carryOver -300, waiver 150, carryOver 300 = 0");
}

TEST_F(NegativePeriods, OnlyThePartOfChargebacksIsCarried) {
    Pays(1, Share("30", {.only_chargebacks = true}));
    Brings(1, "-1000", "2026-01-10");
    Chargeback(1, "200", "2026-01-11");
    Closes("2026-01");
    EXPECT_EQ(Stated(), "2026-01: revShare -360, waiver 300, carryOver 60 = 0");
}

// Worked example 17.
TEST_F(NegativePeriods, ARingFencedPlayerOwesOnlyItsOwnRevenue) {
    Pays(1, Share("30", {.high_roller = HighRollerTerms{Dec("5000")}}));
    Brings(1, "-8000", "2026-01-10");
    Brings(2, "5000", "2026-01-11");
    Closes("2026-01");
    const std::string january = Stated();
    EXPECT_TRUE(january.ends_with("ringFence -8000 = 1500")) << january;
    Brings(1, "3000", "2026-02-10");
    Brings(2, "1000", "2026-02-11");
    Closes("2026-02");
    const std::string february = Stated();
    EXPECT_TRUE(february.ends_with("ringFence -5000 = 300")) << february;
}

TEST_F(NegativePeriods, APlayerIsFencedOnlyWhileTheBaseWouldBeNegative) {
    Pays(1, Share("30", {.high_roller = HighRollerTerms{Dec("5000")}}));
    Brings(1, "-8000", "2026-01-10");
    Brings(2, "9000", "2026-01-11");
    Closes("2026-01");
    EXPECT_EQ(Stated(), "2026-01: revShare 300 = 300") << "9000 - 8000 is not negative";
}

TEST_F(NegativePeriods, APlayerThatIsAlwaysFencedLeavesTheBaseAtOnce) {
    Pays(1, Share("30", {.high_roller = HighRollerTerms{Dec("5000"), FenceWhen::kAlways}}));
    Brings(1, "-8000", "2026-01-10");
    Brings(2, "9000", "2026-01-11");
    Closes("2026-01");
    EXPECT_EQ(Stated(), "2026-01: revShare 2700, ringFence -8000 = 2700");
}

TEST_F(NegativePeriods, RevenueBeforeTheClosingSettlesWhatAPlayerOwes) {
    Pays(1, Share("30", {.high_roller = HighRollerTerms{Dec("5000"), FenceWhen::kAlways}}));
    Brings(1, "-8000", "2026-01-10");
    Brings(2, "100", "2026-01-10");
    Brings(1, "3000", "2026-02-01");
    Brings(2, "1000", "2026-02-01");
    Closes("2026-01");
    Closes("2026-02");
    const std::string stated = Stated();
    EXPECT_TRUE(stated.ends_with("ringFence -5000 = 300")) << stated;
}

TEST_F(NegativePeriods, APlayerThatLeavesTakesItsLossAlong) {
    Pays(1, Share("30", {.high_roller = HighRollerTerms{Dec("5000"), FenceWhen::kAlways}}));
    Pays(2, Share("30", {}));
    Brings(1, "-8000", "2026-01-10");
    Brings(2, "5000", "2026-01-10");
    Closes("2026-01");
    Stated();
    Moves(1, 1, 2);
    Brings(2, "1000", "2026-02-10");
    Closes("2026-02");
    const std::string february = Stated();
    EXPECT_TRUE(february.ends_with("ringFence 0 = 300")) << february << ": the reversal settles what it owed";
}

TEST_F(NegativePeriods, APlayerThatComesBackOwesAsBefore) {
    Pays(1, Share("30", {.high_roller = HighRollerTerms{Dec("5000"), FenceWhen::kAlways}}));
    Pays(2, Share("30", {}));
    Brings(1, "-8000", "2026-01-10");
    Closes("2026-01");
    Stated();
    Moves(1, 1, 2);
    Moves(1, 2, 1);
    Closes("2026-02");
    EXPECT_EQ(Stated(), "nothing");
    Brings(1, "10000", "2026-03-10");
    Closes("2026-03");
    const std::string march = Stated();
    EXPECT_TRUE(march.ends_with("ringFence 0 = 600")) << march << ": 30 % of 2000";
}

// A loss below the limit must not reach it because it is counted again.
TEST_F(NegativePeriods, APlayerThatComesBackIsJudgedByAllItHasBrought) {
    Pays(1, Share("30", {.high_roller = HighRollerTerms{Dec("5000"), FenceWhen::kAlways}}));
    Pays(2, Share("30", {}));
    Brings(1, "-3000", "2026-01-10");
    Closes("2026-01");
    Moves(1, 1, 2);
    Moves(1, 2, 1);
    Brings(1, "-2500", "2026-02-10");
    Closes("2026-02");
    const std::string stated = Stated();
    EXPECT_EQ(stated.find("ringFence"), std::string::npos) << stated;
}

// Worked example 24.
TEST_F(NegativePeriods, AParentFollowsTheWaiverOfItsChild) {
    Pays(1, {.sub_affiliate = SubAffiliateTerms{Dec("5")}});
    Pays(2, Share("30", {NegativePolicy::kWaive}), 1);
    Pays(3, Share("30", {NegativePolicy::kWaive}), 1);
    Brings(1, "-10000", "2026-01-10", 2);
    Brings(2, "4000", "2026-01-10", 3);
    Closes("2026-01");
    const std::string stated = Stated(1);
    EXPECT_TRUE(stated.ends_with("= 60")) << stated << ": -150 + 60 + 150";
}

TEST_F(NegativePeriods, AParentFollowsACarryOverOutAndIn) {
    Pays(1, {.sub_affiliate = SubAffiliateTerms{Dec("10")}});
    Pays(2, Share("30", {}), 1);
    Brings(1, "-1000", "2026-01-10", 2);
    Closes("2026-01");
    Stated(1);
    Brings(1, "2000", "2026-02-10", 2);
    Closes("2026-02");
    const std::string stated = Stated(1);
    EXPECT_TRUE(stated.ends_with("= 30")) << stated << ": 10 % of 600 - 300";
}

TEST_F(NegativePeriods, EveryLevelIsPaidByItsOwnDeal) {
    const auto levels = [](std::vector<Decimal> more) {
        return Terms{.sub_affiliate = SubAffiliateTerms{Dec("5"), std::move(more)}};
    };
    Pays(1, levels({Dec("2"), Dec("1")}));
    Pays(2, levels({}), 1);
    Pays(3, levels({}), 2);
    Pays(4, Share("30", {}), 3);
    Brings(1, "1000", "2026-01-10", 4);
    Closes("2026-01");
    EXPECT_EQ(Stated(3), "2026-01: subAffiliate 15 = 15");
    EXPECT_EQ(Stated(2), "nothing") << "its terms have one level";
    EXPECT_EQ(Stated(1), "2026-01: subAffiliate 3 = 3");
}

TEST_F(NegativePeriods, OlderRulesHaveNoCounterparts) {
    replay_.Apply(RulesChanged{kRulesOfBrands});
    Pays(1, {.sub_affiliate = SubAffiliateTerms{Dec("5")}});
    Pays(2, Share("30", {NegativePolicy::kWaive}), 1);
    Brings(1, "-10000", "2026-01-10", 2);
    Closes("2026-01");
    EXPECT_EQ(Stated(1), "2026-01: subAffiliate -150, carryOver 150 = 0");
    EXPECT_EQ(Followed(), "nothing");
}

TEST_F(NegativePeriods, CounterpartsBeginWithTheRule) {
    replay_.Apply(RulesChanged{kRulesOfBrands});
    Pays(1, {.sub_affiliate = SubAffiliateTerms{Dec("5")}});
    Pays(2, Share("30", {NegativePolicy::kWaive}), 1);
    Brings(1, "-10000", "2026-01-10", 2);
    Closes("2026-01");
    replay_.Apply(RulesChanged{});
    Brings(1, "-1000", "2026-02-10", 2);
    Closes("2026-02");
    EXPECT_EQ(Followed(), "15") << "5 % of the 300 that February waives, and nothing of January";
}

}  // namespace
}  // namespace fairlead::commission
