#include "domain/reporting/calendar.hpp"

#include <gtest/gtest.h>

namespace fairlead::reporting {
namespace {

Calendar In(const char* zone) { return Calendar(*TimeZone::Load(zone)); }
Timestamp At(const char* text) { return *Timestamp::ParseIso8601(text); }
std::int64_t MinuteOf(const char* text) { return At(text).micros / 60'000'000; }

TEST(Calendar, NamesHoursWithTheirOffset) {
    const Calendar berlin = In("Europe/Berlin");
    EXPECT_EQ(berlin.Name(TimeBucket::kHour, MinuteOf("2026-03-10T13:00Z")), "2026-03-10T14+01:00");
    // The hour that occurs twice when clocks are set back.
    EXPECT_EQ(berlin.Name(TimeBucket::kHour, MinuteOf("2026-10-25T00:00Z")), "2026-10-25T02+02:00");
    EXPECT_EQ(berlin.Name(TimeBucket::kHour, MinuteOf("2026-10-25T01:00Z")), "2026-10-25T02+01:00");
    EXPECT_EQ(In("Asia/Kathmandu").Name(TimeBucket::kHour, MinuteOf("2026-01-01T00:15Z")), "2026-01-01T06+05:45");
    EXPECT_EQ(In("America/New_York").Name(TimeBucket::kHour, MinuteOf("2026-01-01T00:00Z")), "2025-12-31T19-05:00");
    EXPECT_EQ(In("UTC").Name(TimeBucket::kHour, 0), "1970-01-01T00+00:00");
}

TEST(Calendar, NamesDatesWeeksAndMonths) {
    const Calendar utc = In("UTC");
    EXPECT_EQ(utc.Name(TimeBucket::kDate, 20'522), "2026-03-10");
    EXPECT_EQ(utc.Name(TimeBucket::kMonth, 2026 * 12 + 2), "2026-03");
    EXPECT_EQ(utc.Name(TimeBucket::kWeek, Date::Parse("2026-03-09")->days), "2026-W11");
    // A week belongs to the year with most of its days.
    EXPECT_EQ(utc.Name(TimeBucket::kWeek, Date::Parse("2025-12-29")->days), "2026-W01");
    EXPECT_EQ(utc.Name(TimeBucket::kWeek, Date::Parse("2020-12-28")->days), "2020-W53");
    EXPECT_EQ(utc.Name(TimeBucket::kWeek, Date::Parse("2026-12-28")->days), "2026-W53");
}

TEST(Calendar, FindsTheSpanOfItsNames) {
    const Calendar berlin = In("Europe/Berlin");
    EXPECT_EQ(berlin.Find(TimeBucket::kHour, "2026-10-25T02+01:00"),
              (TimeSpan{At("2026-10-25T01:00Z"), At("2026-10-25T02:00Z")}));
    // The day on which clocks are set back has 25 hours.
    EXPECT_EQ(berlin.Find(TimeBucket::kDate, "2026-10-25"),
              (TimeSpan{At("2026-10-24T22:00Z"), At("2026-10-25T23:00Z")}));
    EXPECT_EQ(berlin.Find(TimeBucket::kMonth, "2026-03"), (TimeSpan{At("2026-02-28T23:00Z"), At("2026-03-31T22:00Z")}));
    EXPECT_EQ(berlin.Find(TimeBucket::kWeek, "2026-W01"), (TimeSpan{At("2025-12-28T23:00Z"), At("2026-01-04T23:00Z")}));
}

TEST(Calendar, AnHourWithAChangeByHalfAnHourIsTwoValues) {
    const Calendar lord_howe = In("Australia/Lord_Howe");
    EXPECT_EQ(lord_howe.Name(TimeBucket::kHour, MinuteOf("2026-04-04T14:00Z")), "2026-04-05T01+11:00");
    EXPECT_EQ(lord_howe.Name(TimeBucket::kHour, MinuteOf("2026-04-04T15:00Z")), "2026-04-05T01+10:30");
    EXPECT_EQ(lord_howe.Find(TimeBucket::kHour, "2026-04-05T01+11:00"),
              (TimeSpan{At("2026-04-04T14:00Z"), At("2026-04-04T15:00Z")}));
    EXPECT_EQ(lord_howe.Find(TimeBucket::kHour, "2026-04-05T01+10:30"),
              (TimeSpan{At("2026-04-04T15:00Z"), At("2026-04-04T15:30Z")}));
    // Clocks go from 2:00 to 2:30.
    EXPECT_EQ(lord_howe.Name(TimeBucket::kHour, MinuteOf("2026-10-03T15:30Z")), "2026-10-04T02+11:00");
    EXPECT_EQ(lord_howe.Find(TimeBucket::kHour, "2026-10-04T02+11:00"),
              (TimeSpan{At("2026-10-03T15:30Z"), At("2026-10-03T16:00Z")}));
}

TEST(Calendar, FindsNothingForOtherTexts) {
    const Calendar berlin = In("Europe/Berlin");
    for (const char* text : {"", "2026-10-25T02", "2026-10-25T02+03:00", "2026-10-25T02Z", "2026-10-25T25+01:00"}) {
        EXPECT_FALSE(berlin.Find(TimeBucket::kHour, text)) << text;
    }
    for (const char* text : {"", "2026-W00", "2026-W54", "2025-W53", "2026-w01", "2026W01", "xxxx-W01", "2026-W1"}) {
        EXPECT_FALSE(berlin.Find(TimeBucket::kWeek, text)) << text;
    }
    EXPECT_FALSE(berlin.Find(TimeBucket::kDate, "2026-02-30"));
    EXPECT_FALSE(berlin.Find(TimeBucket::kMonth, "2026-13"));
}

}  // namespace
}  // namespace fairlead::reporting
