#include "domain/statements/closable_periods.hpp"

#include <gtest/gtest.h>

namespace fairlead::statements {
namespace {

Period MonthOf(const char* text) { return *Period::Parse(text); }
Date Day(const char* text) { return *Date::Parse(text); }

TEST(ClosablePeriods, OnlyAMonthThatHasEndedCanBeClosed) {
    EXPECT_TRUE(CheckEnded(Day("2026-04-01"), MonthOf("2026-03")));
    EXPECT_TRUE(CheckEnded(Day("2026-01-31"), MonthOf("2025-12")));
    for (const char* open : {"2026-04", "2026-05"}) {
        const Status refused = CheckEnded(Day("2026-04-01"), MonthOf(open));
        ASSERT_FALSE(refused) << open;
        EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
        EXPECT_EQ(refused.error().message, "the month " + std::string(open) + " has not ended yet");
    }
}

TEST(ClosablePeriods, AMonthBeforeTheFirstAccrualIsAtMostTwoYearsOld) {
    EXPECT_TRUE(CheckNotLongAgo(Day("2026-04-30"), MonthOf("2026-03")));
    EXPECT_TRUE(CheckNotLongAgo(Day("2026-04-30"), MonthOf("2024-04")));
    for (const char* old : {"2024-03", "1970-01"}) {
        const Status refused = CheckNotLongAgo(Day("2026-04-30"), MonthOf(old));
        ASSERT_FALSE(refused) << old;
        EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
        EXPECT_EQ(refused.error().pointer, "/period");
        EXPECT_EQ(refused.error().message, "the month " + std::string(old) + " is long before the first accrual");
    }
}

TEST(ClosablePeriods, WeeksAndHalvesOfMonthsEndByThemselves) {
    EXPECT_TRUE(CheckEnded(Day("2026-11-16"), MonthOf("2026-W46")));
    EXPECT_TRUE(CheckEnded(Day("2026-11-16"), MonthOf("2026-11-H1")));
    EXPECT_EQ(CheckEnded(Day("2026-11-15"), MonthOf("2026-W46")).error().message,
              "the week 2026-W46 has not ended yet");
    EXPECT_EQ(CheckEnded(Day("2026-11-15"), MonthOf("2026-11-H1")).error().message,
              "the half-month 2026-11-H1 has not ended yet");
    EXPECT_TRUE(CheckNotLongAgo(Day("2026-11-15"), MonthOf("2024-W44")));
    EXPECT_FALSE(CheckNotLongAgo(Day("2026-11-15"), MonthOf("2024-W43"))) << "it ends in another month";
}

TEST(ClosablePeriods, APeriodOfAnotherKindIsRefused) {
    commission::Plan plan;
    const AffiliateId weekly = AffiliateId::New();
    plan.Apply(commission::StatementPeriodChanged{weekly, PeriodKind::kWeek, Day("2026-11-01")});
    EXPECT_TRUE(CheckKind(plan, AffiliateId::New(), MonthOf("2026-11")));
    EXPECT_TRUE(CheckKind(plan, weekly, MonthOf("2026-W46")));
    EXPECT_TRUE(CheckKind(plan, weekly, MonthOf("2026-10")));
    const Status refused = CheckKind(plan, weekly, MonthOf("2026-11"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
    EXPECT_EQ(refused.error().pointer, "/period");
    EXPECT_EQ(refused.error().message, "the month 2026-11 is not a statement period of affiliate " + weekly.ToString() +
                                           ": 2026-11-30 is in its week 2026-W49");
}

}  // namespace
}  // namespace fairlead::statements
