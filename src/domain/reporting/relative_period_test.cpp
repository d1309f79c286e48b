#include "domain/reporting/relative_period.hpp"

#include <gtest/gtest.h>

namespace fairlead::reporting {
namespace {

struct Expected {
    std::string_view period;
    std::string_view start;
    std::string_view end;
};

void ExpectOn(std::string_view today, const std::vector<Expected>& expectations) {
    for (const auto& [period, start, end] : expectations) {
        const auto range = RangeOf(FindRelativePeriod(period).value(), *Date::Parse(today));
        EXPECT_EQ(range.start.ToString(), start) << period << " on " << today;
        EXPECT_EQ(range.end.ToString(), end) << period << " on " << today;
    }
}

TEST(RelativePeriod, EndsTodayAndIncludesToday) {
    ExpectOn("2026-03-10", {{"today", "2026-03-10", "2026-03-10"},
                            {"yesterday", "2026-03-09", "2026-03-09"},
                            {"last7Days", "2026-03-04", "2026-03-10"},
                            {"last30Days", "2026-02-09", "2026-03-10"},
                            {"thisMonth", "2026-03-01", "2026-03-10"},
                            {"lastMonth", "2026-02-01", "2026-02-28"}});
}

TEST(RelativePeriod, CrossesMonthsAndYears) {
    ExpectOn("2026-01-01", {{"yesterday", "2025-12-31", "2025-12-31"},
                            {"last7Days", "2025-12-26", "2026-01-01"},
                            {"thisMonth", "2026-01-01", "2026-01-01"},
                            {"lastMonth", "2025-12-01", "2025-12-31"}});
    ExpectOn("2028-03-31", {{"lastMonth", "2028-02-01", "2028-02-29"}, {"thisMonth", "2028-03-01", "2028-03-31"}});
}

TEST(RelativePeriod, IsFoundOnlyByItsExactName) {
    for (const std::string_view name : kRelativePeriodNames) EXPECT_EQ(NameOf(*FindRelativePeriod(name)), name);
    EXPECT_FALSE(FindRelativePeriod("last30days"));
    EXPECT_FALSE(FindRelativePeriod(""));
    EXPECT_EQ(NameOf(kRelativePeriodDefault), "last30Days");
}

}  // namespace
}  // namespace fairlead::reporting
