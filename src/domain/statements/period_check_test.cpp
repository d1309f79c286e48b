#include "domain/statements/period_check.hpp"

#include <gtest/gtest.h>

namespace fairlead::statements {
namespace {

const Currency kEuro = *Currency::Parse("EUR");
const Period kNovember = *Period::Parse("2026-11");

Decimal Dec(std::string_view text) { return *Decimal::Parse(text); }

std::vector<Decimal> Amounts(std::initializer_list<const char*> texts) {
    std::vector<Decimal> amounts;
    for (const char* text : texts) amounts.push_back(Dec(text));
    return amounts;
}

AffiliateId AffiliateNumber(std::uint8_t number) {
    AffiliateId id;
    id.uuid.bytes[15] = number;
    return id;
}

Statement Earning(std::uint8_t affiliate, Period period, std::string_view amount) {
    Statement statement{.affiliate = AffiliateNumber(affiliate), .period = period, .currency = kEuro};
    statement.lines.push_back({.type = LineType::kCpa, .amount = Dec(amount)});
    statement.lines.push_back({.type = LineType::kBalance, .amount = Dec("1000")});
    return statement;
}

std::vector<Statement> Months(std::uint8_t affiliate, std::initializer_list<const char*> amounts) {
    std::vector<Statement> statements;
    Period period = kNovember.Plus(-static_cast<std::int32_t>(amounts.size()));
    for (const char* amount : amounts) {
        statements.push_back(Earning(affiliate, period, amount));
        period = period.Next();
    }
    return statements;
}

PeriodComparison Compare(const std::vector<Statement>& now, const std::vector<Statement>& before) {
    return ComparePeriod(OperatorId(), kNovember, now, before, [](AffiliateId) { return true; });
}

TEST(PeriodCheck, OnlyWhatAMonthEarnedItselfCounts) {
    Statement statement = Earning(1, kNovember, "70.5");
    statement.lines.push_back({.type = LineType::kAdjustment, .amount = Dec("-20")});
    statement.lines.push_back({.type = LineType::kCarryOver, .amount = Dec("-5")});

    EXPECT_EQ(EarnedIn(statement), Dec("50.5"));
}

// The median is 100, the median difference 10, so the usual difference is 14.826 and four of them are 59.304.
TEST(PeriodCheck, AHabitIsTheMedianAndFourUsualDifferences) {
    const Habit habit = HabitOf(Amounts({"90", "100", "110", "85", "100", "300"}), Dec("1000"));

    EXPECT_EQ(habit.periods, 6);
    EXPECT_EQ(habit.usual, Dec("100"));
    EXPECT_EQ(habit.difference, Dec("59.304"));
    EXPECT_FALSE(habit.IsUnusual(Dec("159.3")));
    EXPECT_TRUE(habit.IsUnusual(Dec("159.31")));
    EXPECT_TRUE(habit.IsUnusual(Dec("40")));
}

TEST(PeriodCheck, SteadyAmountsMayDifferByFortyPercent) {
    const Habit habit = HabitOf(Amounts({"100", "100", "100"}), Dec("1000"));

    EXPECT_EQ(habit.difference, Dec("40"));
}

TEST(PeriodCheck, OnePercentOfTheMonthIsNotWorthALook) {
    const Habit habit = HabitOf(Amounts({"1", "1", "1"}), Dec("100000"));

    EXPECT_FALSE(habit.IsUnusual(Dec("900")));
    EXPECT_TRUE(habit.IsUnusual(Dec("1002")));
}

TEST(PeriodCheck, TwoMonthsAreNoHabit) {
    EXPECT_FALSE(HabitOf(Amounts({"100", "100"}), Dec("1")).IsUnusual(Dec("100000")));
    EXPECT_FALSE(HabitOf({}, Dec("1")).IsUnusual(Dec("5")));
}

TEST(PeriodCheck, AStatementFarFromItsHabitIsUnusual) {
    auto before = Months(1, {"100", "100", "100"});
    std::ranges::copy(Months(2, {"200", "210", "190"}), std::back_inserter(before));

    const auto comparison = Compare({Earning(1, kNovember, "500"), Earning(2, kNovember, "205")}, before);

    EXPECT_EQ(comparison.compared, 2);
    ASSERT_EQ(comparison.unusual.size(), 1U);
    EXPECT_EQ(comparison.unusual[0].affiliate, AffiliateNumber(1));
    EXPECT_EQ(comparison.unusual[0].earned, Dec("500"));
    EXPECT_EQ(comparison.unusual[0].statement, StatementIdOf(OperatorId(), AffiliateNumber(1), kNovember, kEuro));
}

TEST(PeriodCheck, AMissingMonthCountsAsNothing) {
    auto before = Months(1, {"100", "100", "100"});
    before.erase(before.begin() + 1);

    const auto comparison = Compare({Earning(1, kNovember, "100")}, before);

    EXPECT_EQ(comparison.compared, 1);
    EXPECT_TRUE(comparison.unusual.empty());
}

TEST(PeriodCheck, AnAffiliateWithoutItsUsualStatementIsUnusual) {
    const auto comparison = Compare({}, Months(3, {"100", "120", "110"}));

    ASSERT_EQ(comparison.unusual.size(), 1U);
    EXPECT_EQ(comparison.unusual[0].statement, std::nullopt);
    const auto of_others = [](AffiliateId affiliate) { return affiliate != AffiliateNumber(3); };
    EXPECT_TRUE(
        ComparePeriod(OperatorId(), kNovember, {}, Months(3, {"100", "120", "110"}), of_others).unusual.empty());
}

TEST(PeriodCheck, ANewAffiliateIsNotCompared) {
    const auto comparison = Compare({Earning(1, kNovember, "9000")}, Months(1, {"100", "100"}));

    EXPECT_EQ(comparison.without_habit, 1);
    EXPECT_TRUE(comparison.unusual.empty());
}

TEST(PeriodCheck, AFeedIsCompleteUpToTwoDaysBeforeTheEnd) {
    const Timestamp end = *Timestamp::ParseIso8601("2026-12-01T00:00:00Z");
    const auto judge = [&](const char* type, std::int64_t count, const char* last) {
        return JudgeFeed(type, count, *Timestamp::ParseIso8601(last), end);
    };

    EXPECT_EQ(judge("deposit", 100, "2026-11-29T00:00:00Z"), FeedState::kComplete);
    EXPECT_EQ(judge("deposit", 100, "2026-12-05T00:00:00Z"), FeedState::kComplete);
    EXPECT_EQ(judge("deposit", 100, "2026-11-28T22:59:59Z"), FeedState::kSilent);
    EXPECT_EQ(judge("deposit", 99, "2026-11-20T00:00:00Z"), FeedState::kNotJudged);
    EXPECT_EQ(judge("chargeback", 5000, "2026-11-20T00:00:00Z"), FeedState::kNotJudged);
    EXPECT_EQ(judge("deposit", 5000, "2026-09-29T22:00:00Z"), FeedState::kNotJudged);
}

}  // namespace
}  // namespace fairlead::statements
