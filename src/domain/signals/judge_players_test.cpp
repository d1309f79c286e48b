#include "domain/signals/judge_players.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairlead::signals {
namespace {

const AffiliateId kSteady = AffiliateId::New();
constexpr Date kMonday{20'766};  // 2026-11-09.

FraudRule ConversionRule(std::int64_t weeks = 8) {
    return {.id = FraudRuleId::New(),
            .name = "habit",
            .kind = RuleKind::kUnusualConversion,
            .parameters = {{"weeks", weeks}, {"clicksMin", 100}, {"spreadsMax", 4}}};
}

WeekOfAffiliate Week(int weeks_ago, std::int64_t clicks, std::int64_t registrations) {
    return {.affiliate = kSteady,
            .monday = {kMonday.days - 7 * weeks_ago},
            .clicks = clicks,
            .registrations = registrations};
}

// Eight weeks with conversions of 4, 5, 6, 5, 4, 6, 5 and 5 %.
std::vector<WeekOfAffiliate> SteadyWeeks() {
    std::vector<WeekOfAffiliate> weeks;
    int ago = 8;
    for (const int registrations : {40, 50, 60, 50, 40, 60, 50, 50}) weeks.push_back(Week(ago--, 1000, registrations));
    return weeks;
}

TEST(ConversionHabit, IsTheMedianAndTheMedianDeviation) {
    const auto habit = HabitBefore(Week(0, 1'000'000, 0), SteadyWeeks(), ConversionRule());
    EXPECT_EQ(habit.weeks, 8);
    EXPECT_DOUBLE_EQ(habit.usual, 0.05);
    // The deviations are 0 (four times) and 0.01 (four times): their median is 0.005.
    EXPECT_NEAR(habit.spread, 0.005 * 1.4826, 1e-9);
}

TEST(ConversionHabit, IsAtLeastAsWideAsChance) {
    const auto habit = HabitBefore(Week(0, 100, 0), SteadyWeeks(), ConversionRule());
    EXPECT_NEAR(habit.spread, 0.0217945, 1e-6);  // sqrt(0.05 * 0.95 / 100).
}

TEST(ConversionHabit, OneStrangeWeekDoesNotMoveIt) {
    auto weeks = SteadyWeeks();
    weeks[3].registrations = 900;
    const auto habit = HabitBefore(Week(0, 1'000'000, 0), weeks, ConversionRule());
    EXPECT_DOUBLE_EQ(habit.usual, 0.05);
    EXPECT_NEAR(habit.spread, 0.01 * 1.4826, 1e-9);
}

TEST(ConversionHabit, DoesNotIncludeTheJudgedWeek) {
    auto weeks = SteadyWeeks();
    weeks.push_back(Week(0, 1000, 400));
    const auto habit = HabitBefore(weeks.back(), weeks, ConversionRule());
    EXPECT_EQ(habit.weeks, 8);
    EXPECT_DOUBLE_EQ(habit.usual, 0.05);
}

TEST(ConversionHabit, IgnoresOlderWeeksAndWeeksWithFewClicks) {
    auto weeks = SteadyWeeks();
    EXPECT_EQ(HabitBefore(Week(0, 1000, 0), weeks, ConversionRule(5)).weeks, 5);
    weeks.back().clicks = 99;
    EXPECT_EQ(HabitBefore(Week(0, 1000, 0), weeks, ConversionRule()).weeks, 7);
}

TEST(UnusualConversion, IsFoundAboveAndBelowTheHabit) {
    for (const auto& [registrations, found] : {std::pair{50, false}, {75, false}, {90, true}, {10, true}}) {
        auto weeks = SteadyWeeks();
        weeks.push_back(Week(0, 1000, registrations));
        const auto findings =
            JudgeConversion(ConversionRule(), weeks, {kMonday, kMonday, Timestamp{INT64_MAX}}, TimeZone());
        EXPECT_EQ(!findings.empty(), found) << registrations;
    }
}

TEST(UnusualConversion, SaysTheNumbers) {
    auto weeks = SteadyWeeks();
    weeks.push_back(Week(0, 1000, 150));
    const Timestamp until{(std::int64_t{kMonday.days} + 2) * kMicrosPerDay};
    const auto findings = JudgeConversion(ConversionRule(), weeks, {kMonday, kMonday, until}, TimeZone());
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].begins.micros, std::int64_t{kMonday.days} * kMicrosPerDay);
    EXPECT_EQ(findings[0].ends.micros, until.micros - 1);
    // One spread is 0.0074130 (the MAD), so four are 2.97 points.
    EXPECT_EQ(findings[0].summary,
              "15 % of the week's clicks became registrations (150 of 1000). The usual share is 5 % (median of 8 "
              "weeks; one spread is 0.74 points). The rule allows 4 spreads: at most 7.97 %.");
}

TEST(UnusualConversion, NeedsFourWeeksAndEnoughClicks) {
    std::vector<WeekOfAffiliate> weeks{Week(3, 1000, 50), Week(2, 1000, 50), Week(1, 1000, 50), Week(0, 1000, 500)};
    const JudgedWeeks judged{kMonday, kMonday, Timestamp{INT64_MAX}};
    EXPECT_TRUE(JudgeConversion(ConversionRule(), weeks, judged, TimeZone()).empty());
    weeks.insert(weeks.begin(), Week(4, 1000, 50));
    EXPECT_EQ(JudgeConversion(ConversionRule(), weeks, judged, TimeZone()).size(), 1U);
    weeks.back() = Week(0, 99, 90);
    EXPECT_TRUE(JudgeConversion(ConversionRule(), weeks, judged, TimeZone()).empty());
}

TEST(UnusualConversion, OfTwoWeeksAreTwoFindings) {
    auto weeks = SteadyWeeks();
    weeks.back().registrations = 500;
    weeks.push_back(Week(0, 1000, 500));
    const auto findings =
        JudgeConversion(ConversionRule(), weeks, {{kMonday.days - 7}, kMonday, Timestamp{INT64_MAX}}, TimeZone());
    EXPECT_EQ(findings.size(), 2U);
}

TEST(FastRegistration, IsLessThanTheSecondsOfTheRule) {
    const FraudRule rule{.id = FraudRuleId::New(),
                         .name = "fast",
                         .kind = RuleKind::kFastRegistration,
                         .parameters = {{"secondsMin", 5}}};
    const auto after = [](std::int64_t micros) {
        return SeenRegistration{.player = PlayerId::New(),
                                .affiliate = kSteady,
                                .link = std::nullopt,
                                .click = ClickId::New(),
                                .clicked_at = {1000 * kMicrosPerSecond},
                                .registered_at = {1000 * kMicrosPerSecond + micros}};
    };
    const std::vector registrations{after(5 * kMicrosPerSecond), after(1'240'000), after(-kMicrosPerSecond),
                                    after(-61 * kMicrosPerSecond)};
    const auto findings = JudgeRegistrations(rule, registrations);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].player, registrations[2].player);
    EXPECT_EQ(findings[1].player, registrations[1].player);
    EXPECT_EQ(findings[1].summary, "The player registered 1.2 s after the click. The rule requires at least 5 s.");
}

}  // namespace
}  // namespace fairlead::signals
