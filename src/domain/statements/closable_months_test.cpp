#include "domain/statements/closable_months.hpp"

#include <gtest/gtest.h>

namespace fairlead::statements {
namespace {

Period MonthOf(const char* text) { return *Period::Parse(text); }

TEST(ClosableMonths, OnlyAMonthThatHasEndedCanBeClosed) {
    EXPECT_TRUE(CheckEnded(MonthOf("2026-04"), MonthOf("2026-03")));
    EXPECT_TRUE(CheckEnded(MonthOf("2026-01"), MonthOf("2025-12")));
    for (const char* open : {"2026-04", "2026-05"}) {
        const Status refused = CheckEnded(MonthOf("2026-04"), MonthOf(open));
        ASSERT_FALSE(refused) << open;
        EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
        EXPECT_EQ(refused.error().message, "the month " + std::string(open) + " has not ended yet");
    }
}

TEST(ClosableMonths, AMonthBeforeTheFirstAccrualIsAtMostTwoYearsOld) {
    EXPECT_TRUE(CheckNotLongAgo(MonthOf("2026-04"), MonthOf("2026-03")));
    EXPECT_TRUE(CheckNotLongAgo(MonthOf("2026-04"), MonthOf("2024-04")));
    for (const char* old : {"2024-03", "1970-01"}) {
        const Status refused = CheckNotLongAgo(MonthOf("2026-04"), MonthOf(old));
        ASSERT_FALSE(refused) << old;
        EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
        EXPECT_EQ(refused.error().pointer, "/period");
        EXPECT_EQ(refused.error().message, "the month " + std::string(old) + " is long before the first accrual");
    }
}

}  // namespace
}  // namespace fairlead::statements
