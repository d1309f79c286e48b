#include "app/schedules/report_failures.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr std::int64_t kTryMinute = 60 * kMicrosPerSecond;
constexpr DestinationId kSchedule;
constexpr Date kDay{20'500};

// How many minutes pass until the report is given up. Tries again as soon as this is allowed, for at most two days.
std::int64_t MinutesUntilGivenUp(ErrorCode reason) {
    ReportFailures failures;
    for (std::int64_t now = 0; now <= 2 * kMicrosPerDay; now += kTryMinute) {
        if (failures.MayTry(kSchedule, now) && failures.Note(kSchedule, kDay, reason, now)) return now / kTryMinute;
    }
    return -1;
}

TEST(AReportThatFails, IsGivenUpAfterFiveTries) {
    EXPECT_EQ(MinutesUntilGivenUp(ErrorCode::kNotFound), 4);
    EXPECT_EQ(MinutesUntilGivenUp(ErrorCode::kTimedOut), 4) << "a slow query stays slow";
}

TEST(AReportThatFails, WaitsForHoursForTheAnalyticsStore) {
    for (const ErrorCode reason : {ErrorCode::kFactsFailed, ErrorCode::kOverloaded, ErrorCode::kUnavailable}) {
        const std::int64_t minutes = MinutesUntilGivenUp(reason);
        EXPECT_GE(minutes, 20 * 60) << Name(reason);
        EXPECT_LE(minutes, 20 * 60 + 15) << Name(reason);
    }
}

TEST(AReportThatFails, IsTriedWithGrowingPausesWhileTheStoreIsNotAvailable) {
    ReportFailures failures;
    std::vector<std::int64_t> tries;
    for (std::int64_t now = 0; now <= 30 * kTryMinute; now += kTryMinute) {
        if (!failures.MayTry(kSchedule, now)) continue;
        tries.push_back(now / kTryMinute);
        failures.Note(kSchedule, kDay, ErrorCode::kFactsFailed, now);
    }
    EXPECT_EQ(tries, (std::vector<std::int64_t>{0, 1, 3, 6, 10, 15, 21, 28}));
}

TEST(AReportThatFails, BeginsAnewWithTheNextPeriod) {
    ReportFailures failures;
    for (int i = 0; i < 4; ++i) ASSERT_FALSE(failures.Note(kSchedule, kDay, ErrorCode::kNotFound, i * kTryMinute));
    EXPECT_FALSE(failures.Note(kSchedule, {kDay.days + 1}, ErrorCode::kNotFound, 5 * kTryMinute));
    EXPECT_TRUE(failures.MayTry(DestinationId::New(), 0)) << "other reports do not wait";
    failures.Forget(kSchedule);
    EXPECT_TRUE(failures.MayTry(kSchedule, 0));
}

TEST(AReportThatFails, IsTriedAgainIfItCouldNotBeStored) {
    ReportFailures failures;
    failures.NoteUnstored(kSchedule, 0);
    EXPECT_FALSE(failures.MayTry(kSchedule, kTryMinute - 1));
    EXPECT_TRUE(failures.MayTry(kSchedule, kTryMinute));
    EXPECT_FALSE(failures.Note(kSchedule, kDay, ErrorCode::kFactsFailed, 2 * kMicrosPerDay)) << "the first failure";
}

}  // namespace
}  // namespace fairlead::app
