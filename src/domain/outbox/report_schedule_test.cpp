#include "domain/outbox/report_schedule.hpp"

#include <gtest/gtest.h>

namespace fairlead::outbox {
namespace {

Date DayOf(std::string_view text) { return *Date::Parse(text); }
Timestamp TimeOf(std::string_view text) { return *Timestamp::ParseIso8601(text); }
ReportDays DaysOf(std::string_view first, std::string_view last) { return {DayOf(first), DayOf(last)}; }

ReportSchedule DailyAt(int hour) {
    ReportSchedule schedule;
    schedule.hour = hour;
    schedule.created_at = TimeOf("2026-03-01T00:00:00Z");
    return schedule;
}

TEST(ReportSchedule, ADayAWeekAndAMonthEndBeforeTheDay) {
    EXPECT_EQ(DaysBefore(Frequency::kDaily, DayOf("2026-03-01")), DaysOf("2026-02-28", "2026-02-28"));
    EXPECT_EQ(DaysBefore(Frequency::kWeekly, DayOf("2026-03-16")), DaysOf("2026-03-09", "2026-03-15"));
    EXPECT_EQ(DaysBefore(Frequency::kWeekly, DayOf("2026-03-15")), DaysOf("2026-03-02", "2026-03-08"));
    EXPECT_EQ(DaysBefore(Frequency::kWeekly, DayOf("1969-12-30")), DaysOf("1969-12-22", "1969-12-28"));
    EXPECT_EQ(DaysBefore(Frequency::kMonthly, DayOf("2026-01-31")), DaysOf("2025-12-01", "2025-12-31"));
}

TEST(ReportSchedule, IsDueFromItsHourOn) {
    const ReportSchedule schedule = DailyAt(6);
    EXPECT_EQ(DueDays(schedule, TimeZone(), TimeOf("2026-03-10T05:59:59Z")), DaysOf("2026-03-08", "2026-03-08"));
    EXPECT_EQ(DueDays(schedule, TimeZone(), TimeOf("2026-03-10T06:00:00Z")), DaysOf("2026-03-09", "2026-03-09"));
}

TEST(ReportSchedule, UsesTheDaysOfTheOperatorsTimeZone) {
    const auto zone = TimeZone::Load("America/New_York");
    ASSERT_TRUE(zone);
    EXPECT_EQ(DueDays(DailyAt(0), *zone, TimeOf("2026-03-11T03:59:00Z")), DaysOf("2026-03-09", "2026-03-09"));
    EXPECT_EQ(DueDays(DailyAt(0), *zone, TimeOf("2026-03-11T04:00:00Z")), DaysOf("2026-03-10", "2026-03-10"));
}

TEST(ReportSchedule, OfSeveralMissedPeriodsOnlyTheNewestIsSent) {
    ReportSchedule schedule = DailyAt(6);
    schedule.sent_to = DayOf("2026-03-02");
    const Timestamp now = TimeOf("2026-03-10T12:00:00Z");
    const auto due = DueDays(schedule, TimeZone(), now);
    ASSERT_EQ(due, DaysOf("2026-03-09", "2026-03-09"));
    schedule.sent_to = due->last;
    EXPECT_FALSE(DueDays(schedule, TimeZone(), now));
}

TEST(ReportSchedule, WhatWasDueBeforeItWasMadeOrResumedIsNotSent) {
    ReportSchedule schedule = DailyAt(6);
    schedule.created_at = TimeOf("2026-03-10T09:00:00Z");
    EXPECT_FALSE(DueDays(schedule, TimeZone(), TimeOf("2026-03-11T05:00:00Z")));
    EXPECT_TRUE(DueDays(schedule, TimeZone(), TimeOf("2026-03-11T06:00:00Z")));
    schedule.resumed_at = TimeOf("2026-03-11T07:00:00Z");
    EXPECT_FALSE(DueDays(schedule, TimeZone(), TimeOf("2026-03-11T08:00:00Z")));
}

TEST(ReportSchedule, IsNotDueWhileItIsPausedOrInactive) {
    ReportSchedule schedule = DailyAt(6);
    for (const auto status : {DestinationStatus::kPaused, DestinationStatus::kInactive}) {
        schedule.status = status;
        EXPECT_FALSE(DueDays(schedule, TimeZone(), TimeOf("2026-03-10T12:00:00Z")));
    }
}

}  // namespace
}  // namespace fairlead::outbox
