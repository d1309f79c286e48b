#include "app/schedules/facts_until.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr std::int64_t kSteadyNow = 5000 * kMicrosPerSecond;
constexpr Timestamp kEnd{1'773'100'800'000'000};
constexpr Timestamp kHourLater{kEnd.micros + 3600 * kMicrosPerSecond};

ProjectionLag CheckedBefore(std::int64_t seconds) {
    ProjectionLag lag;
    lag.checked_at = kSteadyNow - seconds * kMicrosPerSecond;
    return lag;
}

TEST(FactsOfAPeriod, AreCompleteWhenTheStoreHasEverything) {
    EXPECT_TRUE(HasFactsUntil(CheckedBefore(1), kEnd, kHourLater, kSteadyNow));
}

TEST(FactsOfAPeriod, AreNotCompleteBeforeTheLedgerWasComparedAfterItsEnd) {
    EXPECT_FALSE(HasFactsUntil(ProjectionLag(), kEnd, kHourLater, kSteadyNow));
    EXPECT_FALSE(HasFactsUntil(CheckedBefore(3600), kEnd, kHourLater, kSteadyNow));
    // A commit that is under way at the end of the period may appear a little later.
    EXPECT_FALSE(HasFactsUntil(CheckedBefore(3599), kEnd, kHourLater, kSteadyNow));
    EXPECT_TRUE(HasFactsUntil(CheckedBefore(3590), kEnd, kHourLater, kSteadyNow));
}

TEST(FactsOfAPeriod, AreNotCompleteWhileOneOfThemIsMissing) {
    ProjectionLag lag = CheckedBefore(1);
    lag.blocks = 1;
    lag.seconds = 3601;
    EXPECT_FALSE(HasFactsUntil(lag, kEnd, kHourLater, kSteadyNow));
    lag.seconds = 60;
    EXPECT_TRUE(HasFactsUntil(lag, kEnd, kHourLater, kSteadyNow));
    lag.is_filling = true;
    EXPECT_FALSE(HasFactsUntil(lag, kEnd, kHourLater, kSteadyNow));
}

}  // namespace
}  // namespace fairlead::app
