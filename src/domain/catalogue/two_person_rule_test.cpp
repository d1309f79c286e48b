#include "domain/catalogue/two_person_rule.hpp"

#include <gtest/gtest.h>

namespace fairlead::catalogue {
namespace {

constexpr Timestamp kMonday{1'800'000'000'000'000};
constexpr Timestamp kThursday{kMonday.micros + 3 * kMicrosPerDay};

TEST(TwoPersonRule, ItStaysInForceForThreeDaysAfterItWasSwitchedOff) {
    TwoPersonRule rule;
    EXPECT_FALSE(rule.IsOn(kMonday));
    rule.SwitchOn(kMonday);
    rule.SwitchOff(kMonday);
    EXPECT_EQ(rule.EndAfter(kMonday), kThursday);
    EXPECT_TRUE(rule.IsOn(Timestamp{kThursday.micros - 1}));
    EXPECT_FALSE(rule.IsOn(kThursday));
    EXPECT_EQ(rule.EndAfter(kThursday), std::nullopt);
}

TEST(TwoPersonRule, RepeatingTheRequestDoesNotMoveItsEnd) {
    TwoPersonRule rule{.on = true};
    rule.SwitchOff(kMonday);
    rule.SwitchOff(Timestamp{kMonday.micros + kMicrosPerDay});
    EXPECT_EQ(rule.ends_at, kThursday);
    // A form that sends all settings sends that the rule is on.
    rule.SwitchOn(Timestamp{kMonday.micros + kMicrosPerDay});
    EXPECT_EQ(rule.ends_at, kThursday);
}

TEST(TwoPersonRule, ItsEndCanBeTakenBackUntilThen) {
    TwoPersonRule rule{.on = true};
    rule.SwitchOff(kMonday);
    rule.KeepOn(Timestamp{kThursday.micros - 1});
    EXPECT_TRUE(rule.IsOn(kThursday));
    rule.SwitchOff(kMonday);
    rule.KeepOn(kThursday);
    EXPECT_FALSE(rule.IsOn(kThursday)) << "it has ended";
    rule.SwitchOn(kThursday);
    EXPECT_EQ(rule, TwoPersonRule{.on = true});
    rule.SwitchOff(kMonday);
    rule.SwitchOff(kThursday);
    EXPECT_EQ(rule, TwoPersonRule{});
}

TEST(TwoPersonRule, WhatWasDecidedByAWrongClockDoesNotEndIt) {
    const TwoPersonRule on{.on = true};
    const TwoPersonRule ending{.on = true, .ends_at = kThursday};
    EXPECT_TRUE(on.MayBecome(on, kMonday));
    EXPECT_TRUE(on.MayBecome(ending, kMonday));
    EXPECT_TRUE(on.MayBecome(ending, Timestamp{kMonday.micros + kTwoPersonRuleDelayMicros}));
    EXPECT_FALSE(on.MayBecome(ending, Timestamp{kMonday.micros + kTwoPersonRuleDelayMicros + 1}));
    EXPECT_FALSE(on.MayBecome({}, kMonday));

    const Timestamp wednesday{kThursday.micros - kMicrosPerDay};
    EXPECT_TRUE(ending.MayBecome(ending, wednesday));
    EXPECT_TRUE(ending.MayBecome(on, wednesday));
    EXPECT_FALSE(ending.MayBecome({.on = true, .ends_at = Timestamp{kThursday.micros - 1}}, wednesday));
    EXPECT_FALSE(ending.MayBecome({}, wednesday));
    EXPECT_TRUE(ending.MayBecome({}, kThursday)) << "it has ended";
    EXPECT_TRUE(TwoPersonRule().MayBecome(ending, kThursday)) << "it was off";
}

}  // namespace
}  // namespace fairlead::catalogue
