#include "domain/plans/statement_calendar.hpp"

#include <gtest/gtest.h>

namespace fairlead::commission {
namespace {

Date Day(std::string_view text) { return *Date::Parse(text); }
Period Named(std::string_view text) { return *Period::Parse(text); }

std::string On(const StatementCalendar& calendar, std::string_view day) {
    return calendar.PeriodOn(Day(day)).ToString();
}

TEST(AStatementCalendar, HasMonthsAtFirst) {
    const StatementCalendar months;
    EXPECT_EQ(On(months, "2026-11-17"), "2026-11");
    EXPECT_TRUE(months.Has(Named("2026-11")));
    EXPECT_FALSE(months.Has(Named("2026-W47")));
    EXPECT_FALSE(months.Has(Named("2026-11-H1")));
    EXPECT_EQ(months.After(Named("2026-12")), Named("2027-01"));
    EXPECT_EQ(months.Before(Named("2026-01")), Named("2025-12"));
    EXPECT_EQ(months.last_kind(), PeriodKind::kMonth);
}

TEST(AStatementCalendar, MayAlwaysHaveHadAnotherKind) {
    StatementCalendar weeks;
    weeks.ChangeTo(PeriodKind::kWeek, std::nullopt);
    EXPECT_EQ(On(weeks, "1999-01-01"), "1998-W53");
    EXPECT_EQ(weeks.Before(Named("2026-W01")), Named("2025-W52"));
    EXPECT_EQ(weeks.last_kind(), PeriodKind::kWeek);
    weeks.ChangeTo(PeriodKind::kMonth, std::nullopt);
    EXPECT_EQ(weeks, StatementCalendar()) << "as if it had never changed";
}

// Every day is in one period: the first week after a change has only the days from it on.
TEST(AStatementCalendar, ChangesOnADay) {
    StatementCalendar calendar;
    calendar.ChangeTo(PeriodKind::kWeek, Day("2026-12-01"));
    EXPECT_EQ(On(calendar, "2026-11-30"), "2026-11");
    EXPECT_EQ(On(calendar, "2026-12-01"), "2026-W49") << "a Tuesday";
    EXPECT_EQ(calendar.FirstDayOf(Named("2026-W49")), Day("2026-12-01"));
    EXPECT_EQ(calendar.FirstDayOf(Named("2026-W50")), Day("2026-12-07"));
    EXPECT_EQ(calendar.After(Named("2026-11")), Named("2026-W49"));
    EXPECT_EQ(calendar.Before(Named("2026-W49")), Named("2026-11"));
    EXPECT_TRUE(calendar.Has(Named("2026-11")));
    EXPECT_FALSE(calendar.Has(Named("2026-12")));
    EXPECT_FALSE(calendar.Has(Named("2026-W48"))) << "its days are in November";
}

TEST(AStatementCalendar, CanChangeBack) {
    StatementCalendar calendar;
    calendar.ChangeTo(PeriodKind::kHalfMonth, Day("2026-11-01"));
    calendar.ChangeTo(PeriodKind::kMonth, Day("2026-11-16"));
    EXPECT_EQ(On(calendar, "2026-11-15"), "2026-11-H1");
    EXPECT_EQ(On(calendar, "2026-11-16"), "2026-11");
    EXPECT_EQ(calendar.FirstDayOf(Named("2026-11")), Day("2026-11-16"));
    EXPECT_EQ(calendar.Before(Named("2026-11")), Named("2026-11-H1"));
}

TEST(AStatementCalendar, AnEarlierChangeReplacesALaterOne) {
    StatementCalendar calendar;
    calendar.ChangeTo(PeriodKind::kWeek, Day("2026-12-01"));
    calendar.ChangeTo(PeriodKind::kHalfMonth, Day("2026-12-01"));
    EXPECT_EQ(On(calendar, "2026-12-01"), "2026-12-H1");
    calendar.ChangeTo(PeriodKind::kMonth, Day("2026-12-01"));
    EXPECT_EQ(calendar, StatementCalendar());
}

// The fixed fee of a month is paid once, whatever the periods are.
TEST(AStatementCalendar, FindsThePeriodInWhichAMonthEnds) {
    StatementCalendar calendar;
    EXPECT_EQ(calendar.MonthEndingIn(Named("2026-11")), Named("2026-11"));
    calendar.ChangeTo(PeriodKind::kHalfMonth, std::nullopt);
    EXPECT_EQ(calendar.MonthEndingIn(Named("2026-11-H1")), std::nullopt);
    EXPECT_EQ(calendar.MonthEndingIn(Named("2026-11-H2")), Named("2026-11"));
    calendar.ChangeTo(PeriodKind::kWeek, Day("2026-12-01"));
    EXPECT_EQ(calendar.MonthEndingIn(Named("2026-W49")), std::nullopt) << "30 November was in another period";
    EXPECT_EQ(calendar.MonthEndingIn(Named("2026-W52")), std::nullopt);
    EXPECT_EQ(calendar.MonthEndingIn(Named("2026-W53")), Named("2026-12"));
}

}  // namespace
}  // namespace fairlead::commission
