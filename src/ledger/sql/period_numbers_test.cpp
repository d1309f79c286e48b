#include "ledger/sql/period_numbers.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

std::string LastOf(const std::vector<NumbersOfKind>& numbers) {
    std::string names;
    for (const NumbersOfKind& each : numbers) names += Period{static_cast<std::int32_t>(each.last)}.ToString() + " ";
    return names;
}

Period Named(const char* text) { return *Period::Parse(text); }

TEST(PeriodNumbers, AreLimitedByKind) {
    EXPECT_EQ(LastOf(NumbersUpTo(Named("2026-11"), true)), "2026-11 ");
    EXPECT_EQ(LastOf(NumbersUpTo(Named("2026-11"), false)), "2026-11 2026-11-H2 2026-W48 ");
    EXPECT_EQ(LastOf(NumbersUpTo(Named("2026-11-H2"), false)), "2026-10 2026-11-H2 2026-W48 ")
        << "the longer period with the same end comes later";
    EXPECT_EQ(LastOf(NumbersUpTo(Named("2026-W46"), false)), "2026-10 2026-10-H2 2026-W46 ");
    EXPECT_EQ(LastOf(NumbersBefore(Named("2026-W46"), false)), "2026-10 2026-10-H2 2026-W45 ");
    EXPECT_EQ(LastOf(NumbersBefore(Named("2026-11"), true)), "2026-10 ");
}

TEST(PeriodNumbers, OfAllPeriodsDoNotOverlap) {
    const auto all = AllNumbers(false);
    ASSERT_EQ(all.size(), kPeriodKinds.size());
    for (std::size_t i = 0; i + 1 < all.size(); ++i) EXPECT_EQ(all[i].last + 1, all[i + 1].first);
    EXPECT_LE(all[0].first, Named("1970-01").number);
    EXPECT_GT(AllNumbers(true).front().last, Named("9999-12").number);
}

}  // namespace
}  // namespace fairlead::ledger
