#include "domain/access/rate_window.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::access {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kMinute = 60 * kSecond;

TEST(RateWindow, CountsDownAndRefusesAtTheLimit) {
    RateWindow window;
    for (std::int64_t left : {2, 1, 0}) {
        const auto decision = window.Take(3, 5 * kSecond);
        EXPECT_TRUE(decision.allowed);
        EXPECT_EQ(decision.limit, 3);
        EXPECT_EQ(decision.remaining, left);
    }
    const auto refused = window.Take(3, 5 * kSecond);
    EXPECT_FALSE(refused.allowed);
    EXPECT_EQ(refused.remaining, 0);
}

TEST(RateWindow, Lasts60SecondsFromItsFirstRequest) {
    RateWindow window;
    EXPECT_TRUE(window.Take(1, 5 * kSecond).allowed);
    EXPECT_FALSE(window.Take(1, 5 * kSecond + kMinute - 1).allowed);
    EXPECT_TRUE(window.Take(1, 5 * kSecond + kMinute).allowed);
    EXPECT_FALSE(window.Take(1, 5 * kSecond + 2 * kMinute - 1).allowed);
}

TEST(RateWindow, TheNextWindowBeginsWithARequest) {
    RateWindow window;
    window.Take(1, 0);
    EXPECT_TRUE(window.Take(1, 100 * kSecond).allowed);
    EXPECT_FALSE(window.Take(1, 159 * kSecond).allowed);
    EXPECT_TRUE(window.Take(1, 160 * kSecond).allowed);
}

TEST(RateWindow, SaysInWholeSecondsWhenItEnds) {
    RateWindow window;
    EXPECT_EQ(window.Take(1, 7).reset_seconds, 60);
    EXPECT_EQ(window.Take(1, 8).reset_seconds, 60);
    EXPECT_EQ(window.Take(1, 7 + kSecond).reset_seconds, 59);
    EXPECT_EQ(window.Take(1, 8 + kSecond).reset_seconds, 59);
    EXPECT_EQ(window.Take(1, 7 + kMinute - 1).reset_seconds, 1);
}

TEST(RateWindow, ALimitThatIsChangedAppliesAtOnce) {
    RateWindow window;
    EXPECT_TRUE(window.Take(2, 0).allowed);
    EXPECT_TRUE(window.Take(2, 0).allowed);
    const auto lowered = window.Take(1, 0);
    EXPECT_FALSE(lowered.allowed);
    EXPECT_EQ(lowered.remaining, 0);
    EXPECT_EQ(window.Take(5, 0).remaining, 2);
}

TEST(RateWindow, IsOverBeforeItHasBegun) {
    RateWindow window;
    EXPECT_TRUE(window.IsOver(0));
    window.Take(1, 0);
    EXPECT_FALSE(window.IsOver(0));
    EXPECT_FALSE(window.IsOver(kMinute - 1));
    EXPECT_TRUE(window.IsOver(kMinute));
}

struct Traffic {
    std::int64_t limit;
    std::vector<std::int64_t> times;
};

// Bursts and pauses, shorter and longer than a minute.
Traffic AnyTraffic() {
    Traffic traffic{*rc::gen::inRange<std::int64_t>(1, 8), {}};
    std::int64_t now = *rc::gen::inRange<std::int64_t>(0, 1000 * kMinute);
    const auto gap = rc::gen::oneOf(rc::gen::just<std::int64_t>(0), rc::gen::inRange<std::int64_t>(0, 20 * kSecond),
                                    rc::gen::element<std::int64_t>(kMinute - 1, kMinute, kMinute + 1));
    for (const std::int64_t pause : *rc::gen::container<std::vector<std::int64_t>>(gap)) {
        traffic.times.push_back(now += pause);
    }
    return traffic;
}

RC_GTEST_PROP(RateWindow, ExactlyTheLimitPassesInEveryWindow, ()) {
    const Traffic traffic = AnyTraffic();
    RateWindow window;
    // A window begins with the first request that is in no other window.
    std::size_t i = 0;
    while (i < traffic.times.size()) {
        const std::int64_t start = traffic.times[i];
        for (std::int64_t seen = 0; i < traffic.times.size() && traffic.times[i] < start + kMinute; ++i, ++seen) {
            const auto decision = window.Take(traffic.limit, traffic.times[i]);
            RC_ASSERT(decision.allowed == (seen < traffic.limit));
            RC_ASSERT(decision.remaining == std::max<std::int64_t>(traffic.limit - seen - 1, 0));
            const std::int64_t left = start + kMinute - traffic.times[i];
            RC_ASSERT(decision.reset_seconds * kSecond >= left);
            RC_ASSERT((decision.reset_seconds - 1) * kSecond < left);
        }
    }
}

RC_GTEST_PROP(RateWindow, ARefusedRequestTakesNothingFromTheNext, ()) {
    const Traffic traffic = AnyTraffic();
    RateWindow window;
    RateWindow spared;  // Sees only allowed requests.
    for (const std::int64_t time : traffic.times) {
        const auto decision = window.Take(traffic.limit, time);
        if (!decision.allowed) continue;
        const auto alone = spared.Take(traffic.limit, time);
        RC_ASSERT(alone.allowed);
        RC_ASSERT(alone.remaining == decision.remaining);
        RC_ASSERT(alone.reset_seconds == decision.reset_seconds);
    }
}

TEST(SecondsRoundedUp, APartOfASecondIsAWholeOne) {
    EXPECT_EQ(SecondsRoundedUp(0), 0);
    EXPECT_EQ(SecondsRoundedUp(1), 1);
    EXPECT_EQ(SecondsRoundedUp(kSecond), 1);
    EXPECT_EQ(SecondsRoundedUp(kSecond + 1), 2);
}

}  // namespace
}  // namespace fairlead::access
