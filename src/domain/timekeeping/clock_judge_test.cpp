#include "domain/timekeeping/clock_judge.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::timekeeping {
namespace {

constexpr std::int64_t kHour = 3'600 * kMicrosPerSecond;
constexpr std::int64_t kYear = 365 * kMicrosPerDay;
const Timestamp kNoon = *Timestamp::ParseIso8601("2026-11-15T12:00:00Z");

// `after` of the true time have passed, and the clock is wrong by `wrong`.
ClockReading At(std::int64_t after, std::int64_t wrong = 0) {
    return {Timestamp{kNoon.micros + after + wrong}, 1'000'000 + after};
}

ClockJudge NewJudge() { return {ClockLimits(), At(0)}; }

TEST(ClockJudge, AClockThatRunsIsTrusted) {
    ClockJudge judge = NewJudge();
    for (std::int64_t seconds = 0; seconds < 1000; ++seconds) {
        EXPECT_TRUE(judge.Judge(At(seconds * kMicrosPerSecond)).trusted());
    }
}

TEST(ClockJudge, AStepIsNoticedInBothDirections) {
    for (const std::int64_t step : {kYear, kHour, -kHour, 61 * kMicrosPerSecond, -61 * kMicrosPerSecond}) {
        ClockJudge judge = NewJudge();
        EXPECT_TRUE(judge.Judge(At(kMicrosPerSecond)).trusted());
        EXPECT_EQ(judge.Judge(At(2 * kMicrosPerSecond, step)), (ClockVerdict{ClockDoubt::kStepped, step}));
    }
}

TEST(ClockJudge, AStepOfAMinuteIsAllowed) {
    ClockJudge judge = NewJudge();
    EXPECT_TRUE(judge.Judge(At(kHour, 60 * kMicrosPerSecond)).trusted());
}

TEST(ClockJudge, ASlewIsNoStepEvenIfItAddsUp) {
    ClockJudge judge = NewJudge();
    // 0.05 % for ten days is more than seven minutes.
    std::int64_t wrong = 0;
    for (std::int64_t minute = 0; minute < 14'400; ++minute) {
        wrong += 30'000;
        ASSERT_TRUE(judge.Judge(At(minute * 60 * kMicrosPerSecond, wrong)).trusted()) << minute;
    }
    EXPECT_GT(wrong, 7 * 60 * kMicrosPerSecond);
}

TEST(ClockJudge, AStepStaysSuspectForAsLongAsItLasts) {
    ClockJudge judge = NewJudge();
    for (std::int64_t hour = 1; hour < 100; ++hour) {
        EXPECT_EQ(judge.Judge(At(hour * kHour, kYear)).doubt, ClockDoubt::kStepped) << hour;
    }
}

TEST(ClockJudge, AClockThatReturnsIsTrustedAgain) {
    ClockJudge judge = NewJudge();
    EXPECT_FALSE(judge.Judge(At(kMicrosPerSecond, kYear)).trusted());
    EXPECT_TRUE(judge.Judge(At(60 * kMicrosPerSecond)).trusted());
}

TEST(ClockJudge, AConfirmedStepIsTrusted) {
    ClockJudge judge = NewJudge();
    EXPECT_FALSE(judge.Judge(At(kMicrosPerSecond, kHour)).trusted());
    judge.Confirm(At(2 * kMicrosPerSecond, kHour));
    EXPECT_TRUE(judge.Judge(At(3 * kMicrosPerSecond, kHour)).trusted());
    // The way back is a step too.
    EXPECT_EQ(judge.Judge(At(4 * kMicrosPerSecond)), (ClockVerdict{ClockDoubt::kStepped, -kHour}));
}

TEST(ClockJudge, AStartLongAfterTheLastWriteIsSuspect) {
    ClockJudge judge = NewJudge();
    judge.OnStart(Timestamp{kNoon.micros - 31 * kMicrosPerDay - 1}, At(0));
    EXPECT_EQ(judge.Judge(At(0)), (ClockVerdict{ClockDoubt::kAheadAtStart, 31 * kMicrosPerDay + 1}));
    judge.Confirm(At(kMicrosPerSecond));
    EXPECT_TRUE(judge.Judge(At(2 * kMicrosPerSecond)).trusted());
}

TEST(ClockJudge, AStartWithinAMonthOfTheLastWriteIsTrusted) {
    ClockJudge judge = NewJudge();
    judge.OnStart(Timestamp{kNoon.micros - 31 * kMicrosPerDay}, At(0));
    EXPECT_TRUE(judge.Judge(At(0)).trusted());
    // Later it does not matter how long ago the last write was.
    EXPECT_TRUE(judge.Judge(At(kHour)).trusted());
}

TEST(ClockJudge, AClockThatWasWrongAtTheStartIsTrustedOnceItIsSetRight) {
    ClockJudge judge(ClockLimits(), At(0, kYear));
    judge.OnStart(Timestamp{kNoon.micros - kHour}, At(0, kYear));
    EXPECT_EQ(judge.Judge(At(kMicrosPerSecond, kYear)).doubt, ClockDoubt::kAheadAtStart);
    EXPECT_TRUE(judge.Judge(At(2 * kMicrosPerSecond)).trusted());
    EXPECT_TRUE(judge.Judge(At(kHour)).trusted());
}

TEST(ClockJudge, AClockBehindTheLastCommitIsSuspectUntilItHasCaughtUp) {
    ClockJudge judge = NewJudge();
    judge.OnCommit(Timestamp{kNoon.micros + kHour});
    judge.OnCommit(Timestamp{kNoon.micros - kHour});
    EXPECT_EQ(judge.Judge(At(0)), (ClockVerdict{ClockDoubt::kBehindCommit, -kHour}));
    // Nobody can confirm it: the commit is there.
    judge.Confirm(At(0));
    EXPECT_FALSE(judge.Judge(At(0)).trusted());
    EXPECT_FALSE(judge.Judge(At(kHour - 121 * kMicrosPerSecond)).trusted());
    EXPECT_TRUE(judge.Judge(At(kHour - 120 * kMicrosPerSecond)).trusted());
}

TEST(ClockJudge, AClockThatDiffersFromTheServersIsSuspectUntilTheyAgree) {
    ClockJudge judge = NewJudge();
    const auto at = [](std::int64_t micros) { return Timestamp{kNoon.micros + micros}; };
    judge.OnServer({at(0), at(-kHour), at(1000)}, At(0));
    EXPECT_EQ(judge.Judge(At(0)), (ClockVerdict{ClockDoubt::kOffServer, kHour}));
    judge.OnServer({at(0), at(kHour), at(1000)}, At(0));
    EXPECT_EQ(judge.Judge(At(0)), (ClockVerdict{ClockDoubt::kOffServer, 1000 - kHour}));
    judge.OnServer({at(0), at(500), at(1000)}, At(0));
    EXPECT_TRUE(judge.Judge(At(0)).trusted());
}

TEST(ClockJudge, AClockThatIsSetToTheServersTimeIsTrusted) {
    ClockJudge judge(ClockLimits(), At(0, kHour));
    judge.OnServer({At(0, kHour).wall, kNoon, At(0, kHour).wall}, At(0, kHour));
    EXPECT_EQ(judge.Judge(At(0, kHour)).doubt, ClockDoubt::kOffServer);
    judge.OnServer({At(kMicrosPerSecond).wall, At(kMicrosPerSecond).wall, At(kMicrosPerSecond).wall},
                   At(kMicrosPerSecond));
    EXPECT_TRUE(judge.Judge(At(kMicrosPerSecond)).trusted());
}

// The answer of a busy server takes time, which is no difference between the clocks.
TEST(ClockJudge, ASlowAnswerOfTheServerIsNoDifference) {
    ClockJudge judge = NewJudge();
    judge.OnServer({kNoon, Timestamp{kNoon.micros + kHour}, Timestamp{kNoon.micros + 2 * kHour}}, At(0));
    EXPECT_EQ(judge.server_micros(), 0);
}

TEST(ClockJudge, TheSentenceSaysHowFarTheClockIsOffAndWhatToDo) {
    EXPECT_EQ(
        Describe({ClockDoubt::kStepped, kYear}),
        "the clock of this machine was set forward by 365 days. Nothing is recorded until the clock is set right, "
        "or until the change is confirmed with fairlead clock confirm.");
    EXPECT_EQ(Describe({ClockDoubt::kOffServer, -90 * kMicrosPerSecond}),
              "the clock of this machine is 90 seconds behind the clock of the PostgreSQL server. Nothing is recorded "
              "until they agree.");
    EXPECT_NE(Describe({ClockDoubt::kBehindCommit, -kHour}).find("fairlead repair clock"), std::string::npos);
}

RC_GTEST_PROP(ClockJudge, OnlyTheSizeOfAStepDecides, ()) {
    const auto limit = *rc::gen::inRange<std::int64_t>(0, kHour);
    const auto step = *rc::gen::inRange<std::int64_t>(-2 * kHour, 2 * kHour);
    const auto passed = *rc::gen::inRange<std::int64_t>(0, 2 * kHour);
    ClockJudge judge(ClockLimits{.step_micros = limit}, At(0));
    RC_ASSERT(judge.Judge(At(passed, step)).trusted() == (std::abs(step) <= limit));
}

}  // namespace
}  // namespace fairlead::timekeeping
