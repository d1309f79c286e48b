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

std::string Text(const Line& line, const LineFacts& facts = {}) {
    Statement statement{.currency = kEur, .lines = {line}};
    return TextOf(line, facts, statement);
}

// Worked example 7, `whole`: 100, 100, 120, 20 and 20 are five accruals for three players.
TEST(LineExplanation, ACpaLineCountsPlayers) {
    Line line = LineOf(LineType::kCpa, "360");
    line.count = 5;
    EXPECT_EQ(Text(line, {.players = 3}), "3 players in 5 accruals at several prices.");
    line.count = 1;
    line.rate = LineNumber("100");
    EXPECT_EQ(Text(line, {.players = 1}), "1 player at 100.00 EUR each.");
    EXPECT_EQ(Name(RuleOf(line)), "playersQualified");
}

TEST(LineExplanation, TiersForTheWholeMonthShowTheLastRate) {
    Line line = LineOf(LineType::kRevShare, "3300");
    line.base = LineNumber("11000");
    EXPECT_EQ(Text(line, {.end_rate = LineNumber("30")}),
              "The period ended at 30 %, which applies to its whole base. The base of this line is 11000.00 EUR.");
    EXPECT_EQ(Text(line), "Several rates on a base of 11000.00 EUR.");
    line.rate = LineNumber("30");
    EXPECT_EQ(Text(line, {.end_rate = LineNumber("30")}), "30 % of 11000.00 EUR.");
}

// Worked example 5: March ends at -3000, which is carried over to April. Without carry-over it is waived.
TEST(LineExplanation, ANegativeShareIsExplained) {
    Line line = LineOf(LineType::kCarryOver, "3000");
    line.deal = DealId{};
    EXPECT_EQ(Text(line),
              "The deal's revenue share is below zero by 3000.00 EUR. It is carried over to the next statement and "
              "reduces no other commission.");
    line.amount = LineNumber("-3000");
    line.from = Period::Parse("2026-03");
    EXPECT_EQ(Name(RuleOf(line)), "carriedIn");
    EXPECT_EQ(Text(line),
              "The deal's revenue share was below zero by 3000.00 EUR in 2026-03. It reduces only that share and no "
              "other commission.");
    line.deal.reset();
    EXPECT_TRUE(Text(line).starts_with("The share of sub-affiliates' commission was below zero"));
    line = LineOf(LineType::kWaiver, "3000");
    line.deal = DealId{};
    EXPECT_EQ(Text(line),
              "The deal's revenue share is below zero by 3000.00 EUR. The deal does not carry it over, so it is "
              "waived.");
}

TEST(LineExplanation, ABalanceNamesItsSourceAndItsTarget) {
    Line line = LineOf(LineType::kBalance, "-17.5");
    EXPECT_EQ(Text(line), "The total of 17.50 EUR is below the minimum payout. It is kept for the next statement.");
    EXPECT_EQ(Name(RuleOf(line)), "belowMinimum");
    line.amount = LineNumber("17.5");
    EXPECT_EQ(Text(line), "The total is below zero by 17.50 EUR, which is deducted from the next statement.")
        << "an adjustment by hand can be the reason";
    line.from = Period::Parse("2026-03");
    line.amount = LineNumber("-17.5");
    EXPECT_EQ(Text(line), "17.50 EUR are still owed from 2026-03.");
    EXPECT_EQ(Name(RuleOf(line)), "owedBefore");
}

// 90 EUR of March were below the minimum payout.
TEST(LineExplanation, ABalanceFromBeforeIsPaidOnlyIfTheStatementPays) {
    Line before = LineOf(LineType::kBalance, "90");
    before.from = Period::Parse("2026-03");
    Statement statement{.currency = kEur, .lines = {LineOf(LineType::kRevShare, "910"), before}};
    statement.payable = LineNumber("1000");
    EXPECT_EQ(TextOf(before, {}, statement),
              "90.00 EUR from 2026-03 were not paid out and are paid with this statement.");
    statement.lines = {LineOf(LineType::kRevShare, "30"), before, LineOf(LineType::kBalance, "-120")};
    statement.payable = Decimal();
    EXPECT_EQ(TextOf(before, {}, statement),
              "90.00 EUR from 2026-03 were not paid out and are kept for the next statement.");
    statement.lines = {LineOf(LineType::kCpa, "-100"), before, LineOf(LineType::kBalance, "10")};
    EXPECT_EQ(TextOf(before, {}, statement),
              "90.00 EUR from 2026-03 were not paid out and are offset by negative amounts of this statement.");
}

TEST(LineExplanation, TheOtherLinesAreExplained) {
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
    EXPECT_EQ(Text(line), "Added by hand: A bonus");
}

}  // namespace
}  // namespace fairlead::statements
