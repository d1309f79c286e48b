#include "app/adapters/read_adapter.hpp"

#include <gtest/gtest.h>

#include "app/adapters/apply_adapter.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kHead =
    "title: A system\n"
    "members:\n"
    "  brand_id: {query: brandId}\n"
    "  player_external_ref: {from: /player}\n"
    "  event_time: {from: /time, as: seconds}\n"
    "  idempotency_key: {template: 'x_{/id}'}\n"
    "rules:\n";

std::string FaultOf(std::string_view yaml) {
    const auto adapter = ReadAdapter("x", "x.yaml", yaml);
    return adapter ? "none" : adapter.error().message;
}

std::string WithRule(const std::string& rule) { return std::string(kHead) + rule; }

TEST(Adapters, AllBuiltInOnesAreRead) {
    const auto adapters = LoadAdapters("");
    ASSERT_TRUE(adapters) << adapters.error().message;
    EXPECT_TRUE(adapters->contains("fast-track"));
    EXPECT_TRUE(adapters->contains("fast-track-feed"));
    EXPECT_TRUE(adapters->contains("optimove"));
    EXPECT_TRUE(adapters->contains("unibo"));
}

TEST(Adapters, AFaultNamesTheFileTheLineAndTheReason) {
    EXPECT_EQ(FaultOf(WithRule("  - members: {event_type: deposit}\n")), "none");
    EXPECT_TRUE(FaultOf(WithRule("  - members: {event_type: rain}\n"))
                    .starts_with("x.yaml:8: event_type must be one of registration, "));
    EXPECT_TRUE(FaultOf(WithRule("  - members: {event_type: deposit, amont: 5}\n"))
                    .starts_with("x.yaml:8: amont is not a member of an event. It must be one of event_type, "));
    EXPECT_EQ(FaultOf("title: x\nrules:\n  - members: {event_type: deposit}\n"),
              "x.yaml:3: the rule does not set event_time");
    EXPECT_EQ(FaultOf(WithRule("  - when: {type: a}\n    ignore: true\n")),
              "x.yaml:8: type must be a JSON Pointer, or ? and the name of a parameter");
    EXPECT_EQ(FaultOf(WithRule("  - members:\n      event_type: deposit\n      amount: {from: amount}\n")),
              "x.yaml:10: amount must be a JSON Pointer, such as /data/amount");
    EXPECT_TRUE(FaultOf(WithRule("  - members: {event_type: deposit, amount: {from: /a, as: euros}}\n"))
                    .starts_with("x.yaml:8: as must be one of text, seconds"));
    EXPECT_TRUE(FaultOf(WithRule("  - members: {event_type: deposit, game: {template: 'a{b'}}\n"))
                    .starts_with("x.yaml:8: each { of a template"));
    EXPECT_EQ(FaultOf("title: x\nrules: []\n"), "x.yaml:2: rules must be a list with at least one rule");
    EXPECT_EQ(FaultOf("rules: []\n"), "x.yaml:1: title is missing");
    EXPECT_TRUE(FaultOf("title: [\n").starts_with("x.yaml:2: is not valid YAML"));
}

ForeignValue Text(std::string text) { return {ForeignValue::Kind::kText, std::move(text)}; }
ForeignValue Number(std::string text) { return {ForeignValue::Kind::kNumber, std::move(text)}; }

ForeignValue Object(std::map<std::string, ForeignValue, std::less<>> members) {
    return {ForeignValue::Kind::kObject, {}, {}, std::move(members)};
}

class AppliedAdapter : public testing::Test {
protected:
    events::EventDraft Apply(const std::string& rules, const ForeignValue& event, const ForeignQuery& query) {
        adapter_ = *ReadAdapter("x", "x.yaml", WithRule(rules));
        return ApplyAdapter(adapter_, event, query, texts_);
    }

    const ForeignQuery query_{{"brandId", "b"}};
    const ForeignValue event_ = Object({{"player", Number("77")},
                                        {"time", Number("1515489534")},
                                        {"id", Text("9")},
                                        {"cents", Number("1205")},
                                        {"kind", Text("in")},
                                        {"deep", Object({{"a/b", Text("found")}})}});
    Adapter adapter_;
    std::deque<std::string> texts_;
};

TEST_F(AppliedAdapter, MembersAreTakenComputedAndConstant) {
    const auto draft = Apply(
        "  - members:\n      event_type: {from: /kind, map: {in: deposit, out: withdrawal}}\n"
        "      amount: {from: /cents, as: cents}\n      currency: EUR\n      game: {from: /deep/a~1b}\n"
        "      country: {from: /country, optional: true}\n",
        event_, query_);
    EXPECT_TRUE(draft.errors.empty());
    EXPECT_FALSE(draft.untranslated);
    EXPECT_EQ(draft.event_type.text, "deposit");
    EXPECT_EQ(draft.event_time.text, "2018-01-09T09:18:54.000Z");
    EXPECT_EQ(draft.brand_id.text, "b");
    EXPECT_EQ(draft.player_external_ref.text, "77");
    EXPECT_EQ(draft.idempotency_key.text, "x_9");
    EXPECT_EQ(draft.amount.text, "12.05");
    EXPECT_EQ(draft.currency.text, "EUR");
    EXPECT_EQ(draft.game.text, "found");
    EXPECT_EQ(draft.country.kind, events::Member::Kind::kAbsent);
}

TEST_F(AppliedAdapter, TimesInUtcMayHaveABlankAndNoMark) {
    const auto time_of = [&](const std::string& text) {
        const auto draft = Apply("  - members: {event_type: bonus, event_time: {from: /at, as: utc}}\n",
                                 Object({{"player", Text("p")}, {"id", Text("1")}, {"at", Text(text)}}), query_);
        return draft.errors.empty() ? std::string(draft.event_time.text) : draft.errors[0].pointer;
    };
    EXPECT_EQ(time_of("2024-05-27 10:30:00.000000 UTC"), "2024-05-27T10:30:00.000000Z");
    EXPECT_EQ(time_of("2018-02-18 18:13:06"), "2018-02-18T18:13:06Z");
    EXPECT_EQ(time_of("2018-02-18T18:13:06Z"), "2018-02-18T18:13:06Z");
    for (const char* wrong : {"", "2018-02-18", "2018-02-30 18:13:06", "2018-02-18 18:13:06+02:00",
                              "2018-02-18x18:13:06", "2018-02-18 18:13:06 CET", "yesterday"}) {
        EXPECT_EQ(time_of(wrong), "/at") << wrong;
    }
}

TEST_F(AppliedAdapter, TheFirstRuleThatMatchesDecides) {
    const std::string rules =
        "  - when: {/kind: [up, in], '?type': A}\n    members: {event_type: deposit}\n"
        "  - when: {/deep: {present: false}}\n    members: {event_type: bonus}\n"
        "  - when: {/kind: in}\n    ignore: true\n";
    EXPECT_EQ(Apply(rules, event_, {{"brandId", "b"}, {"type", "A"}}).event_type.text, "deposit");
    EXPECT_TRUE(Apply(rules, event_, query_).ignored);
    EXPECT_EQ(
        Apply(rules, Object({{"player", Text("p")}, {"time", Number("1")}, {"id", Text("1")}}), query_).event_type.text,
        "bonus");
}

TEST_F(AppliedAdapter, AnEventWithoutARuleIsAnErrorAtTheValueThatNoRuleKnows) {
    const auto draft = Apply("  - when: {/kind: [up, down]}\n    members: {event_type: deposit}\n", event_, query_);
    EXPECT_TRUE(draft.untranslated);
    ASSERT_EQ(draft.errors.size(), 1U);
    EXPECT_EQ(draft.errors[0].pointer, "/kind");
    EXPECT_EQ(draft.errors[0].message, "no rule of the adapter x matches this event: must be one of down, up");
}

TEST_F(AppliedAdapter, MissingAndWrongValuesAreErrorsAtTheirPlaces) {
    const std::string rules = "  - members: {event_type: deposit, amount: {from: /cents, as: cents}}\n";
    const auto draft =
        Apply(rules, Object({{"player", Object({})}, {"time", Text("soon")}, {"cents", Number("1.5")}}), {});
    std::vector<std::string> places;
    for (const Error& error : draft.errors) places.push_back(error.pointer);
    std::ranges::sort(places);
    EXPECT_EQ(places, (std::vector<std::string>{"", "/cents", "/id", "/player", "/time"}));
    EXPECT_TRUE(draft.untranslated);
}

}  // namespace
}  // namespace fairlead::app
