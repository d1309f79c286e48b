#include "app/signals/signal_watch.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr std::int64_t kOneMinute = 60 * kMicrosPerSecond;

Timestamp TimeAt(const char* time) { return *Timestamp::ParseIso8601(time); }

TEST(TheTimeOfARule, IsFirstADay) {
    EXPECT_EQ(JudgedTime().Begin(1, TimeAt("2026-03-10T12:00:00Z")), TimeAt("2026-03-09T12:00:00Z"));
}

TEST(TheTimeOfARule, GoesOnALittleBeforeTheLastLook) {
    JudgedTime time;
    const Timestamp now = TimeAt("2026-03-10T12:00:00Z");
    time.Begin(1, now);
    time.Finish(now);
    EXPECT_EQ(time.Begin(1, {now.micros + kOneMinute}), TimeAt("2026-03-10T11:50:00Z"));
}

// A look that began with 1970 instead would find fraud in the whole past, and hold statements for it.
TEST(TheTimeOfARule, BeginsAgainWhereALookFailed) {
    JudgedTime time;
    Timestamp now = TimeAt("2026-03-10T12:00:00Z");
    const Timestamp first = time.Begin(1, now);
    for (int i = 0; i < 100; ++i) {
        now.micros += kOneMinute;
        ASSERT_EQ(time.Begin(1, now), first) << i;
    }
    time.Finish(now);
    EXPECT_EQ(time.Begin(1, now), Timestamp{now.micros - 10 * kOneMinute});
}

TEST(TheTimeOfARule, IsADayAgainForANewVersion) {
    JudgedTime time;
    const Timestamp now = TimeAt("2026-03-10T12:00:00Z");
    time.Begin(1, now);
    time.Finish(now);
    EXPECT_FALSE(time.IsOf(2));
    EXPECT_EQ(time.Begin(2, now), TimeAt("2026-03-09T12:00:00Z"));
    EXPECT_TRUE(time.IsOf(2));
}

}  // namespace
}  // namespace fairlead::app
