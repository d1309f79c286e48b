#include "base/time/period.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace fairlead {
namespace {

Period Named(std::string_view text) { return *Period::Parse(text); }
Date Day(std::string_view text) { return *Date::Parse(text); }

std::string Days(std::string_view text) {
    const Period period = Named(text);
    return period.FirstDay().ToString() + " " + period.LastDay().ToString();
}

TEST(Periods, AreCalendarMonths) {
    const Period february = Named("2026-02");
    EXPECT_EQ(Days("2026-02"), "2026-02-01 2026-02-28");
    EXPECT_EQ(Named("2025-12").Next().ToString(), "2026-01");
    EXPECT_EQ(Period::Of(Day("2026-02-28")), february);
    EXPECT_EQ(february.number, 2026 * 12 + 1) << "the number that earlier releases stored";
    EXPECT_EQ(february.kind(), PeriodKind::kMonth);
}

TEST(Periods, AreHalvesOfMonths) {
    EXPECT_EQ(Days("2026-02-H1"), "2026-02-01 2026-02-15");
    EXPECT_EQ(Days("2026-02-H2"), "2026-02-16 2026-02-28");
    EXPECT_EQ(Days("2028-02-H2"), "2028-02-16 2028-02-29");
    EXPECT_EQ(Named("2026-12-H2").Next().ToString(), "2027-01-H1");
    EXPECT_EQ(Period::Of(PeriodKind::kHalfMonth, Day("2026-11-15")).ToString(), "2026-11-H1");
    EXPECT_EQ(Period::Of(PeriodKind::kHalfMonth, Day("2026-11-16")).ToString(), "2026-11-H2");
}

TEST(Periods, AreIsoWeeks) {
    EXPECT_EQ(Days("2026-W46"), "2026-11-09 2026-11-15");
    EXPECT_EQ(Days("2026-W01"), "2025-12-29 2026-01-04");
    EXPECT_EQ(Days("2026-W53"), "2026-12-28 2027-01-03");
    EXPECT_EQ(Named("2026-W53").Next().ToString(), "2027-W01");
    EXPECT_EQ(Period::Of(PeriodKind::kWeek, Day("2027-01-03")).ToString(), "2026-W53");
    EXPECT_EQ(Period::Of(PeriodKind::kWeek, Day("1970-01-01")).ToString(), "1970-W01");
    EXPECT_EQ(Period::Of(PeriodKind::kWeek, Day("1969-12-28")).ToString(), "1969-W52");
    EXPECT_EQ(Named("2026-W01").Month(), Named("2026-01")) << "the month in which it ends";
}

TEST(Periods, AreReadStrictly) {
    for (const char* text :
         {"",           "2026",       "2026-13",    "2026-00",  "2026-2",   "2026-02-01", "2026-02-H0",
          "2026-02-H3", "2026-13-H1", "2026-02-h1", "2026-W00", "2027-W53", "2026-W54",   "2026-w46",
          "2026-W4",    "2026-W461",  "2026W46",    "0000-01",  "0000-W01", "2026-Wab"}) {
        EXPECT_FALSE(Period::Parse(text)) << text;
    }
    EXPECT_TRUE(Period::ParseMonth("2026-02"));
    EXPECT_FALSE(Period::ParseMonth("2026-W46"));
}

TEST(Periods, OfEveryDayContainTheDayAndFollowEachOther) {
    for (const PeriodKind kind : kPeriodKinds) {
        for (Date day = Day("1999-12-20"); day < Day("2001-02-01"); ++day.days) {
            const Period period = Period::Of(kind, day);
            EXPECT_EQ(period.kind(), kind);
            EXPECT_LE(period.FirstDay(), day);
            EXPECT_GE(period.LastDay(), day);
            EXPECT_EQ(period.Next().FirstDay().days, period.LastDay().days + 1);
            EXPECT_EQ(Period::Parse(period.ToString()), period);
            EXPECT_LT(Period::FirstOf(kind), period);
        }
    }
}

TEST(Periods, AreOrderedByTheirEnds) {
    std::vector<Period> periods{Named("2026-11"),    Named("2026-W46"), Named("2026-11-H2"),
                                Named("2026-11-H1"), Named("2026-W49"), Named("2026-10")};
    std::ranges::sort(periods);
    std::string names;
    for (const Period& each : periods) names += each.ToString() + " ";
    EXPECT_EQ(names, "2026-10 2026-W46 2026-11-H1 2026-11-H2 2026-11 2026-W49 ");
}

}  // namespace
}  // namespace fairlead
