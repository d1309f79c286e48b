#include "domain/signals/judge_clicks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairlead::signals {
namespace {

constexpr std::int64_t kMinute = 60 * kMicrosPerSecond;
constexpr Timestamp kNoon{1'790'000'000 * kMicrosPerSecond};

const AffiliateId kClicker = AffiliateId::New();
const LinkId kLink = LinkId::New();

FraudRule RuleOf(RuleKind kind, Parameters parameters) {
    return {.id = FraudRuleId::New(), .name = "rule", .kind = kind, .parameters = std::move(parameters)};
}

SeenClick ClickAt(std::int64_t micros_after_noon, std::uint8_t address = 1, std::uint8_t agent = 1) {
    SeenClick click{.time = {kNoon.micros + micros_after_noon}, .affiliate = kClicker, .link = kLink};
    click.address.fill(address);
    click.agent.fill(agent);
    return click;
}

// A number of clicks, one per second.
std::vector<SeenClick> Burst(int count, std::int64_t begin = 0, std::uint8_t address = 1) {
    std::vector<SeenClick> clicks;
    for (int i = 0; i < count; ++i) clicks.push_back(ClickAt(begin + i * kMicrosPerSecond, address));
    return clicks;
}

TEST(ClickBurst, FindsTheMostClicksOfALinkInAWindow) {
    const auto rule = RuleOf(RuleKind::kClickBurst, {{"windowMinutes", 1}, {"clicksMax", 50}});
    const auto findings = JudgeClicks(rule, Burst(90), {});
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].cause, "link/" + kLink.ToString());
    EXPECT_EQ(findings[0].affiliate, kClicker);
    EXPECT_EQ(findings[0].link, kLink);
    EXPECT_EQ(findings[0].value, Decimal::FromInteger(60));
    EXPECT_EQ(findings[0].begins, kNoon);
    EXPECT_EQ(findings[0].ends, (Timestamp{kNoon.micros + 89 * kMicrosPerSecond}));
    EXPECT_EQ(findings[0].summary, "60 clicks on one link in 1 minute. The rule allows 50.");
}

TEST(ClickBurst, AllowsExactlyTheLimit) {
    const auto rule = RuleOf(RuleKind::kClickBurst, {{"windowMinutes", 10}, {"clicksMax", 50}});
    EXPECT_TRUE(JudgeClicks(rule, Burst(50), {}).empty());
    EXPECT_EQ(JudgeClicks(rule, Burst(51), {}).size(), 1U);
}

TEST(ClickBurst, CountsClicksOfOtherLinksSeparately) {
    const auto rule = RuleOf(RuleKind::kClickBurst, {{"windowMinutes", 10}, {"clicksMax", 50}});
    auto clicks = Burst(60);
    for (std::size_t i = 0; i < clicks.size(); i += 2) clicks[i].link = LinkId::New();
    EXPECT_TRUE(JudgeClicks(rule, clicks, {}).empty());
}

TEST(ClickBurst, ABurstAfterAQuietWindowIsAnotherOne) {
    const auto rule = RuleOf(RuleKind::kClickBurst, {{"windowMinutes", 10}, {"clicksMax", 50}});
    auto clicks = Burst(60);
    const auto later = Burst(60, 21 * kMinute);
    clicks.insert(clicks.end(), later.begin(), later.end());
    EXPECT_EQ(JudgeClicks(rule, clicks, {}).size(), 2U);
}

TEST(ClickBurst, ABurstThatGoesOnIsOne) {
    const auto rule = RuleOf(RuleKind::kClickBurst, {{"windowMinutes", 10}, {"clicksMax", 50}});
    auto clicks = Burst(60);
    const auto later = Burst(60, 10 * kMinute);
    clicks.insert(clicks.end(), later.begin(), later.end());
    EXPECT_EQ(JudgeClicks(rule, clicks, {}).size(), 1U);
}

TEST(OneAddress, NamesTheAddressByItsHash) {
    const auto rule = RuleOf(RuleKind::kOneAddress, {{"windowMinutes", 10}, {"clicksMax", 50}});
    auto clicks = Burst(51, 0, 0xA1);
    const auto others = Burst(40, 0, 2);
    clicks.insert(clicks.end(), others.begin(), others.end());
    const auto findings = JudgeClicks(rule, clicks, {});
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].mark, "a1a1a1a1a1a1");
    EXPECT_EQ(findings[0].summary, "51 clicks from one address (a1a1a1a1a1a1) in 10 minutes. The rule allows 50.");
}

TEST(OneAddress, ClicksOfTwoAffiliatesDoNotAddUp) {
    const auto rule = RuleOf(RuleKind::kOneAddress, {{"windowMinutes", 10}, {"clicksMax", 50}});
    auto clicks = Burst(60);
    for (std::size_t i = 0; i < clicks.size(); i += 2) clicks[i].affiliate = AffiliateId{};
    EXPECT_TRUE(JudgeClicks(rule, clicks, {}).empty());
}

TEST(OneAgent, FindsAnAgentWithMostClicks) {
    const auto rule =
        RuleOf(RuleKind::kOneAgent, {{"windowMinutes", 1440}, {"clicksMin", 100}, {"sharePercentMax", 80}});
    std::vector<SeenClick> clicks;
    for (int i = 0; i < 100; ++i) clicks.push_back(ClickAt(i, 1, i < 81 ? 7 : 8));
    Bytes16 agent{};
    agent.fill(7);
    const auto findings = JudgeClicks(rule, clicks, {{agent, "Chrome on Linux"}});
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].value, Decimal::FromInteger(81));
    EXPECT_EQ(findings[0].summary,
              "One user agent (Chrome on Linux, 070707070707) made 81 of 100 clicks, 81 %. The rule allows 80 %.");
}

TEST(OneAgent, AllowsTheShareAndIgnoresFewClicks) {
    const auto rule =
        RuleOf(RuleKind::kOneAgent, {{"windowMinutes", 1440}, {"clicksMin", 100}, {"sharePercentMax", 80}});
    std::vector<SeenClick> clicks;
    for (int i = 0; i < 100; ++i) clicks.push_back(ClickAt(i, 1, i < 80 ? 7 : 8));
    EXPECT_TRUE(JudgeClicks(rule, clicks, {}).empty());
    EXPECT_TRUE(JudgeClicks(rule, Burst(99), {}).empty());
}

TEST(JoinedCauses, KeepTheGreatestValueAndTheWholeTime) {
    const auto at = [](std::int64_t minute, int value) {
        return Finding{.cause = "link/1",
                       .begins = {minute * kMinute},
                       .ends = {(minute + 1) * kMinute},
                       .value = Decimal::FromInteger(value),
                       .summary = std::to_string(value)};
    };
    const auto joined = JoinCauses({at(5, 3), at(0, 9), at(60, 4)}, 10 * kMinute);
    ASSERT_EQ(joined.size(), 2U);
    EXPECT_EQ(joined[0].summary, "9");
    EXPECT_EQ(joined[0].begins.micros, 0);
    EXPECT_EQ(joined[0].ends.micros, 6 * kMinute);
    EXPECT_EQ(joined[1].summary, "4");
}

}  // namespace
}  // namespace fairlead::signals
