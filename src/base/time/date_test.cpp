#include "base/time/date.hpp"

#include <gtest/gtest.h>

#include "base/time/time_zone.hpp"

namespace fairlead {
namespace {

Timestamp At(std::string_view text) { return *Timestamp::ParseIso8601(text); }

TEST(Dates, AreReadAndWritten) {
    EXPECT_EQ(Date::Parse("1970-01-02")->days, 1);
    EXPECT_EQ(Date::Parse("2024-02-29")->ToString(), "2024-02-29");
    for (const char* text :
         {"", "2026-2-01", "2026-02-30", "2026-13-01", "2026-00-01", "26-01-01", "2026-01-01 ", "0000-01-01"}) {
        EXPECT_FALSE(Date::Parse(text)) << text;
    }
    EXPECT_EQ(Date::OfUtc(At("1969-12-31T23:59:59.999999Z")).days, -1);
}

TEST(Dates, YearsBeforeIsTheSameDayOrTheLastOfFebruary) {
    EXPECT_EQ(Date::Parse("2026-03-10")->YearsBefore(10).ToString(), "2016-03-10");
    EXPECT_EQ(Date::Parse("2024-02-29")->YearsBefore(4).ToString(), "2020-02-29");
    EXPECT_EQ(Date::Parse("2024-02-29")->YearsBefore(10).ToString(), "2014-02-28");
    EXPECT_EQ(Date::Parse("2026-03-10")->YearsBefore(100).ToString(), "1926-03-10");
}

TEST(TimeZones, DecideTheDayAndTheMonth) {
    const TimeZone berlin = *TimeZone::Load("Europe/Berlin");
    EXPECT_EQ(berlin.DateOf(At("2026-02-28T22:59:59Z")).ToString(), "2026-02-28");
    EXPECT_EQ(berlin.DateOf(At("2026-02-28T23:00:00Z")).ToString(), "2026-03-01");
    EXPECT_EQ(berlin.MonthOf(At("2026-06-30T22:00:00Z")).ToString(), "2026-07");
    EXPECT_EQ(berlin.StartOf(*Date::Parse("2026-07-01")), At("2026-06-30T22:00:00Z"));
    EXPECT_EQ(berlin.StartOf(*Date::Parse("2026-12-01")), At("2026-11-30T23:00:00Z"));
    EXPECT_EQ(TimeZone().DateOf(At("2026-02-28T23:59:59Z")).ToString(), "2026-02-28");
    EXPECT_FALSE(TimeZone::Load("Europe/Nowhere"));
}

TEST(TimeZones, ADayMayBeginAfterMidnight) {
    // Clocks in Beirut skipped the first hour of 2021-03-28.
    const TimeZone beirut = *TimeZone::Load("Asia/Beirut");
    EXPECT_EQ(beirut.StartOf(*Date::Parse("2021-03-28")), At("2021-03-27T22:00:00Z"));
    EXPECT_EQ(beirut.DateOf(At("2021-03-27T22:00:00Z")).ToString(), "2021-03-28");
}

TEST(TimeZones, ADayMayBeSkipped) {
    // Samoa moved across the date line and had no 2011-12-30.
    const TimeZone apia = *TimeZone::Load("Pacific/Apia");
    EXPECT_EQ(apia.StartOf(*Date::Parse("2011-12-29")), At("2011-12-29T10:00:00Z"));
    EXPECT_EQ(apia.StartOf(*Date::Parse("2011-12-30")), At("2011-12-30T10:00:00Z"));
    EXPECT_EQ(apia.StartOf(*Date::Parse("2011-12-31")), At("2011-12-30T10:00:00Z"));
}

TEST(TimeZones, CanBeJoined) {
    const TimeZone berlin = *TimeZone::Load("Europe/Berlin");
    const TimeZone joined = berlin.Until(At("2026-11-30T23:00:00Z"), *TimeZone::Load("America/New_York"));
    EXPECT_EQ(joined.DateOf(At("2026-11-30T22:59:00Z")).ToString(), "2026-11-30");
    // The last day of November is longer, and December starts in New York.
    EXPECT_EQ(joined.DateOf(At("2026-12-01T04:59:00Z")).ToString(), "2026-11-30");
    EXPECT_EQ(joined.StartOf(*Date::Parse("2026-12-01")), At("2026-12-01T05:00:00Z"));
    EXPECT_EQ(joined.StartOf(*Date::Parse("2026-11-30")), At("2026-11-29T23:00:00Z"));
    // Summer time follows the zone of its time.
    EXPECT_EQ(joined.StartOf(*Date::Parse("2026-07-01")), At("2026-06-30T22:00:00Z"));
    EXPECT_EQ(joined.StartOf(*Date::Parse("2027-07-01")), At("2027-07-01T04:00:00Z"));
    EXPECT_EQ(joined.PlusMonths(At("2026-10-15T10:00:00Z"), 3), At("2027-01-15T17:00:00Z"));
    ASSERT_EQ(joined.OffsetsBetween(At("2026-11-30T00:00:00Z"), At("2026-12-02T00:00:00Z")).size(), 2U);
}

TEST(TimeZones, MonthsLaterIsTheSameDayOrTheLastOfTheMonth) {
    const TimeZone berlin = *TimeZone::Load("Europe/Berlin");
    EXPECT_EQ(berlin.PlusMonths(At("2026-01-31T11:00:00Z"), 1), At("2026-02-28T11:00:00Z"));
    EXPECT_EQ(berlin.PlusMonths(At("2026-01-15T11:00:00Z"), 6), At("2026-07-15T10:00:00Z"));
    EXPECT_EQ(TimeZone().PlusMonths(At("2026-11-30T00:00:00Z"), 3), At("2027-02-28T00:00:00Z"));
}

}  // namespace
}  // namespace fairlead
