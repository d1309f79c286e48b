#include "domain/outbox/back_off.hpp"

#include <gtest/gtest.h>

namespace fairlead::outbox {
namespace {

TEST(BackOff, TheWaitGrowsFromSecondsToHours) {
    EXPECT_EQ(WaitAfter(1, 0), 5 * kMicrosPerSecond);
    EXPECT_EQ(WaitAfter(2, 0), 15 * kMicrosPerSecond);
    EXPECT_EQ(WaitAfter(5, 0), 405 * kMicrosPerSecond);
    EXPECT_EQ(WaitAfter(9, 0), 6 * 3600 * kMicrosPerSecond);
    EXPECT_EQ(WaitAfter(1000, 0), 6 * 3600 * kMicrosPerSecond);
}

TEST(BackOff, ChanceTakesAwayUpToHalfOfTheWait) {
    EXPECT_EQ(WaitAfter(2, 0.5), 11'250'000);
    EXPECT_EQ(WaitAfter(2, 1), 7'500'000);
}

TEST(BackOff, AMessageIsTriedAboutTwentyTimesInThreeDays) {
    int attempts = 1;
    std::int64_t elapsed = 0;
    while (elapsed < kTryForMicros) elapsed += WaitAfter(attempts++, 0.5);
    EXPECT_GT(attempts, 15);
    EXPECT_LT(attempts, 30);
}

TEST(RetryAfter, SecondsAndDatesAreRead) {
    const Timestamp now = *Timestamp::ParseIso8601("1994-11-06T08:49:00Z");
    EXPECT_EQ(ReadRetryAfter("120", now), 120 * kMicrosPerSecond);
    EXPECT_EQ(ReadRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", now), 37 * kMicrosPerSecond);
}

TEST(RetryAfter, APastDateIsNow) {
    const Timestamp now = *Timestamp::ParseIso8601("1994-11-07T00:00:00Z");
    EXPECT_EQ(ReadRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", now), 0);
}

TEST(RetryAfter, AReceiverCannotPostponeForMoreThanADay) {
    const Timestamp now = *Timestamp::ParseIso8601("1994-11-06T08:49:00Z");
    EXPECT_EQ(ReadRetryAfter("99999999999", now), kMicrosPerDay);
    EXPECT_EQ(ReadRetryAfter("Sun, 06 Nov 2094 08:49:37 GMT", now), kMicrosPerDay);
}

TEST(RetryAfter, OtherTextsAreIgnored) {
    for (const auto* text : {"", "soon", "-5", "1.5", "Sun, 06 Xxx 1994 08:49:37 GMT"}) {
        EXPECT_EQ(ReadRetryAfter(text, Timestamp{0}), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace fairlead::outbox
