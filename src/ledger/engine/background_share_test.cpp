#include "ledger/engine/background_share.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kMilli = 1000;

// Commits take this many of every ten milliseconds, for two seconds. Returns the end.
std::int64_t Commit(BackgroundShare& share, std::int64_t from, std::int64_t busy_of_ten) {
    for (int i = 0; i < 200; ++i, from += 10 * kMilli) share.Committed(from, from + busy_of_ten * kMilli);
    return from;
}

TEST(BackgroundShare, WithoutCommitsItGetsMostOfTheTime) {
    BackgroundShare share;
    share.Worked(1000 * kMilli, 1020 * kMilli);
    EXPECT_DOUBLE_EQ(share.Share(), 0.8);
    EXPECT_EQ(share.due_at(), 1025 * kMilli);
}

TEST(BackgroundShare, CommitsThatTakeAllTimeLeaveATwentieth) {
    BackgroundShare share;
    const std::int64_t now = Commit(share, 1000 * kMilli, 10);
    share.Worked(now, now + 20 * kMilli);
    EXPECT_DOUBLE_EQ(share.Share(), 0.05);
    EXPECT_EQ(share.due_at(), now + 400 * kMilli);
}

TEST(BackgroundShare, CommitsThatTakeHalfOfTheTimeLeaveThreeTenths) {
    BackgroundShare share;
    const std::int64_t now = Commit(share, 1000 * kMilli, 5);
    share.Worked(now, now + 30 * kMilli);
    EXPECT_NEAR(share.Share(), 0.3, 0.02);
    EXPECT_NEAR(static_cast<double>(share.due_at() - now), 100.0 * kMilli, 8.0 * kMilli);
}

TEST(BackgroundShare, SlowWorkWaitsASecondAtMost) {
    BackgroundShare share;
    const std::int64_t now = Commit(share, 1000 * kMilli, 10);
    share.Worked(now, now + 500 * kMilli);
    EXPECT_EQ(share.due_at(), now + 1500 * kMilli);
}

TEST(BackgroundShare, ItsOwnTimeDoesNotMakeCommitsLookRare) {
    BackgroundShare share;
    std::int64_t now = 1000 * kMilli;
    for (int i = 0; i < 100; ++i) {
        share.Committed(now, now + 10 * kMilli);
        share.Worked(now + 10 * kMilli, now + 20 * kMilli);
        now += 20 * kMilli;
    }
    EXPECT_DOUBLE_EQ(share.Share(), 0.05);
}

TEST(BackgroundShare, AfterTheLastCommitsItGetsMoreAgain) {
    BackgroundShare share;
    const std::int64_t now = Commit(share, 1000 * kMilli, 10);
    share.Worked(now + 3000 * kMilli, now + 3010 * kMilli);
    EXPECT_GT(share.Share(), 0.75);
}

}  // namespace
}  // namespace fairlead::ledger
