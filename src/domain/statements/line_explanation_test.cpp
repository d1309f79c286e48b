#include "domain/statements/line_explanation.hpp"

#include <gtest/gtest.h>

namespace fairlead::statements {
namespace {

Decimal LineNumber(std::string_view text) { return *Decimal::Parse(text); }
const Currency kEur = *Currency::Parse("EUR");

Line LineOf(LineType type, std::string_view amount) {
    Line line;
    line.type = type;
    line.amount = LineNumber(amount);
    return line;
}

std::string Text(const Line& line, const LineFacts& facts = {}) { return TextOf(line, facts, kEur); }

// Worked example 7, `whole`: 120 + 20 + 20 on top of 100 + 100 are five accruals of three players.
TEST(LineExplanation, ACpaLineCountsPlayers) {
    Line line = LineOf(LineType::kCpa, "360");
    line.count = 5;
    EXPECT_EQ(Text(line, {.players = 3}), "3 players in 5 accruals at several prices.");
    line.count = 1;
    line.rate = LineNumber("100");
    EXPECT_EQ(Text(line, {.players = 1}), "1 player at 100.00 EUR each.");
    EXPECT_EQ(Name(RuleOf(line)), "playersQualified");
}

TEST(LineExplanation, ALadderOfTheWholeMonthShowsTheRateItEndedAt) {
    Line line = LineOf(LineType::kRevShare, "3300");
    line.base = LineNumber("11000");
    EXPECT_EQ(Text(line, {.end_rate = LineNumber("30")}),
              "The month ended at 30 %, which counts for its whole base; here 11000.00 EUR.");
    EXPECT_EQ(Text(line), "Several rates on a base of 11000.00 EUR.");
    line.rate = LineNumber("30");
    EXPECT_EQ(Text(line, {.end_rate = LineNumber("30")}), "30 % of 11000.00 EUR.");
}

// Worked example 5: March ends below zero by 3000, April takes it in; without carry-over it is forgiven.
TEST(LineExplanation, AShareBelowZeroSaysWhatBecomesOfIt) {
    Line line = LineOf(LineType::kCarryOver, "3000");
    line.deal = DealId{};
    EXPECT_EQ(Text(line),
              "The deal's share of revenue is below zero by 3000.00 EUR. This is carried into the next statement, and "
              "nothing else that was earned is reduced.");
    line.amount = LineNumber("-3000");
    line.from = Period::Parse("2026-03");
    EXPECT_EQ(Name(RuleOf(line)), "carriedIn");
    EXPECT_EQ(Text(line),
              "The deal's share of revenue was below zero by 3000.00 EUR in 2026-03. It is taken from that share only, "
              "not from anything else that was earned.");
    line.deal.reset();
    EXPECT_TRUE(Text(line).starts_with("The share of sub-affiliates' commission was below zero"));
    line = LineOf(LineType::kWaiver, "3000");
    line.deal = DealId{};
    EXPECT_EQ(Text(line),
              "The deal's share of revenue is below zero by 3000.00 EUR. The deal does not carry it over, so it is "
              "forgiven.");
}

TEST(LineExplanation, ABalanceSaysWhereItComesFromAndWhereItGoes) {
    Line line = LineOf(LineType::kBalance, "-17.5");
    EXPECT_EQ(Text(line), "The total of 17.50 EUR is below the minimum payout. It is kept for the next statement.");
    EXPECT_EQ(Name(RuleOf(line)), "belowMinimum");
    line.amount = LineNumber("17.5");
    EXPECT_EQ(Text(line), "More was taken back than earned: 17.50 EUR are taken from the next statement.");
    line.from = Period::Parse("2026-03");
    EXPECT_EQ(Text(line), "17.50 EUR of 2026-03 were not paid out and are paid with this.");
    line.amount = LineNumber("-17.5");
    EXPECT_EQ(Text(line), "17.50 EUR are still owed from 2026-03.");
    EXPECT_EQ(Name(RuleOf(line)), "owedBefore");
}

TEST(LineExplanation, TheOthersSayWhatTheyAre) {
    Line line = LineOf(LineType::kCpl, "42");
    line.count = 12;
    line.rate = LineNumber("3.5");
    EXPECT_EQ(Text(line), "12 registrations at 3.50 EUR each.");
    line = LineOf(LineType::kSubAffiliate, "13.5");
    line.base = LineNumber("270");
    line.rate = LineNumber("5");
    EXPECT_EQ(Text(line), "5 % of the 270.00 EUR that sub-affiliates earned.");
    EXPECT_EQ(Text(LineOf(LineType::kFixedMonthly, "500")), "The fixed fee of the month.");
    line = LineOf(LineType::kAdjustment, "5");
    line.note = "A bonus";
    EXPECT_EQ(Text(line), "Made by hand: A bonus");
}

}  // namespace
}  // namespace fairlead::statements
