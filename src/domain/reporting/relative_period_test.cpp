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
                            {"lastMonth", "2026-02-01", "2026-02-28"},
                            {"last90Days", "2025-12-11", "2026-03-10"},
                            {"thisQuarter", "2026-01-01", "2026-03-10"},
                            {"lastQuarter", "2025-10-01", "2025-12-31"},
                            {"thisYear", "2026-01-01", "2026-03-10"},
                            {"lastYear", "2025-01-01", "2025-12-31"}});
}

TEST(RelativePeriod, CrossesMonthsAndYears) {
    ExpectOn("2026-01-01", {{"yesterday", "2025-12-31", "2025-12-31"},
                            {"last7Days", "2025-12-26", "2026-01-01"},
                            {"thisMonth", "2026-01-01", "2026-01-01"},
                            {"lastMonth", "2025-12-01", "2025-12-31"}});
    ExpectOn("2028-03-31", {{"lastMonth", "2028-02-01", "2028-02-29"}, {"thisMonth", "2028-03-01", "2028-03-31"}});
}

struct Compared {
    std::string_view start;
    std::string_view end;
    std::string_view start_before;
    std::string_view end_before;
    std::optional<RelativePeriod> period = {};
};

void ExpectComparedWith(ComparedWith with, const std::vector<Compared>& expectations) {
    for (const Compared& each : expectations) {
        const DateRange range{*Date::Parse(each.start), *Date::Parse(each.end)};
        const auto before = RangeToCompare(range, each.period, with);
        EXPECT_EQ(before.start.ToString(), each.start_before) << each.start << " to " << each.end;
        EXPECT_EQ(before.end.ToString(), each.end_before) << each.start << " to " << each.end;
    }
}

TEST(RelativePeriod, IsComparedWithTheSameLengthBefore) {
    ExpectComparedWith(ComparedWith::kPreviousPeriod,
                       {{"2026-03-10", "2026-03-10", "2026-03-09", "2026-03-09"},
                        {"2026-03-04", "2026-03-10", "2026-02-25", "2026-03-03"},
                        {"2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"},
                        {"2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31"},
                        {"2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"},
                        {"2026-03-01", "2026-03-10", "2026-02-19", "2026-02-28"},
                        {"2026-03-01", "2026-03-10", "2026-02-01", "2026-02-10", RelativePeriod::kThisMonth},
                        {"2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28", RelativePeriod::kThisMonth},
                        {"2026-01-01", "2026-02-10", "2025-10-01", "2025-11-10", RelativePeriod::kThisQuarter},
                        {"2026-01-01", "2026-02-10", "2025-01-01", "2025-02-10", RelativePeriod::kThisYear}});
}

TEST(RelativePeriod, IsComparedWithTheSameDaysOfTheYearBefore) {
    ExpectComparedWith(ComparedWith::kSamePeriodLastYear, {{"2026-03-04", "2026-03-10", "2025-03-04", "2025-03-10"},
                                                           {"2025-02-01", "2025-02-28", "2024-02-01", "2024-02-29"},
                                                           {"2024-02-01", "2024-02-29", "2023-02-01", "2023-02-28"},
                                                           {"2024-02-29", "2024-03-01", "2023-02-28", "2023-03-01"}});
}

TEST(RelativePeriod, IsFoundOnlyByItsExactName) {
    for (const std::string_view name : kRelativePeriodNames) EXPECT_EQ(NameOf(*FindRelativePeriod(name)), name);
    EXPECT_FALSE(FindRelativePeriod("last30days"));
    EXPECT_FALSE(FindRelativePeriod(""));
    EXPECT_EQ(NameOf(kRelativePeriodDefault), "last30Days");
}

}  // namespace
}  // namespace fairlead::reporting
