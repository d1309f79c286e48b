#include "app/mail/weekly_digest.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

DueDigest DigestAt(const TimeZone& zone, const char* time) { return LastDigest(zone, *Timestamp::ParseIso8601(time)); }

TEST(WeeklyDigests, AreDueOnMondayAtSevenInTheOperatorsTimeZone) {
    const TimeZone utc;
    // 2026-03-09 and 2026-03-16 are Mondays.
    EXPECT_EQ(DigestAt(utc, "2026-03-16T06:59:59Z").monday.ToString(), "2026-03-09");
    EXPECT_EQ(DigestAt(utc, "2026-03-16T07:00:00Z").monday.ToString(), "2026-03-16");
    EXPECT_EQ(DigestAt(utc, "2026-03-22T23:59:59Z").monday.ToString(), "2026-03-16");
    EXPECT_EQ(DigestAt(utc, "2026-03-16T07:00:00Z").due_at, *Timestamp::ParseIso8601("2026-03-16T07:00:00Z"));
}

TEST(WeeklyDigests, FollowTheClocksOfTheZone) {
    const auto zone = TimeZone::Load("America/New_York");
    ASSERT_TRUE(zone);
    // Clocks go forward on Sunday, 2026-03-08: Monday at seven is 11:00 UTC.
    EXPECT_EQ(DigestAt(*zone, "2026-03-09T10:59:59Z").monday.ToString(), "2026-03-02");
    EXPECT_EQ(DigestAt(*zone, "2026-03-09T11:00:00Z").monday.ToString(), "2026-03-09");
}

}  // namespace
}  // namespace fairlead::app
