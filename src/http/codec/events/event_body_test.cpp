#include "http/codec/events/event_body.hpp"

#include <string>

#include <gtest/gtest.h>

#include "http/server/request.hpp"

namespace fairlead::http {
namespace {

using events::EventDraft;
using Kind = events::Member::Kind;
using Codes = std::vector<std::pair<std::string, ErrorCode>>;

// The decoded body together with the text that its drafts point into.
struct Decoded {
    explicit Decoded(std::string_view text) : storage(text) {
        storage.append(kBodyPadding, '\0');
        body = DecodeEventBody(std::string_view(storage).substr(0, text.size()));
    }

    std::string storage;
    Result<EventBody> body;
};

ErrorCode Refusal(std::string_view text) {
    const Decoded decoded(text);
    return decoded.body ? ErrorCode::kInternal : decoded.body.error().code;
}

Codes ErrorsOf(const EventDraft& draft) {
    Codes codes;
    for (const Error& error : draft.errors) codes.emplace_back(error.pointer, error.code);
    return codes;
}

// The errors of the single event in `text`.
Codes ErrorsIn(std::string_view text) { return ErrorsOf(Decoded(text).body.value().drafts.at(0)); }

// The canonical text of the unknown members.
std::string UnknownIn(std::string_view text) { return Decoded(text).body.value().drafts.at(0).unknown_members; }

std::string Repeat(std::string_view text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

TEST(EventBody, ASingleEventIsParsed) {
    const Decoded decoded(R"({"event_type": "deposit", "event_time": "2026-03-10T12:00:00Z", "brand_id": "b",
        "player_external_ref": "p", "idempotency_key": "k", "amount": 10.50, "currency": "EUR", "click_id": "c",
        "country": "DE", "product": "casino", "game": "g", "ip": "192.0.2.1", "user_agent": "ua"})");
    ASSERT_TRUE(decoded.body.has_value());
    EXPECT_FALSE(decoded.body->is_batch);
    ASSERT_EQ(decoded.body->drafts.size(), 1U);
    const EventDraft& draft = decoded.body->drafts[0];
    EXPECT_EQ(draft.event_type.text, "deposit");
    EXPECT_EQ(draft.event_time.text, "2026-03-10T12:00:00Z");
    EXPECT_EQ(draft.brand_id.text, "b");
    EXPECT_EQ(draft.player_external_ref.text, "p");
    EXPECT_EQ(draft.idempotency_key.text, "k");
    EXPECT_EQ(draft.amount.kind, Kind::kNumber);
    EXPECT_EQ(draft.amount.text, "10.50");
    EXPECT_EQ(draft.currency.text, "EUR");
    EXPECT_EQ(draft.click_id.text, "c");
    EXPECT_EQ(draft.country.text, "DE");
    EXPECT_EQ(draft.product.text, "casino");
    EXPECT_EQ(draft.game.text, "g");
    EXPECT_EQ(draft.ip.text, "192.0.2.1");
    EXPECT_EQ(draft.user_agent.text, "ua");
    EXPECT_EQ(draft.unknown_members, "");
    EXPECT_TRUE(draft.errors.empty());
}

TEST(EventBody, AnObjectWithEventsIsABatchInTheOrderSent) {
    const Decoded decoded(R"({"events": [{"idempotency_key": "a"}, {"idempotency_key": "b"}, {}]})");
    ASSERT_TRUE(decoded.body.has_value());
    EXPECT_TRUE(decoded.body->is_batch);
    ASSERT_EQ(decoded.body->drafts.size(), 3U);
    EXPECT_EQ(decoded.body->drafts[0].idempotency_key.text, "a");
    EXPECT_EQ(decoded.body->drafts[1].idempotency_key.text, "b");
    EXPECT_EQ(decoded.body->drafts[2].idempotency_key.kind, Kind::kAbsent);
}

TEST(EventBody, ABodyWithEventsIsABatchWhateverElseItHas) {
    for (const std::string_view text : {R"({"event_type": "deposit", "x": 1, "events": [{}]})",
                                        R"({"events": [{}], "event_type": "deposit"})", R"({"\u0065vents": [{}]})"}) {
        const Decoded decoded(text);
        ASSERT_TRUE(decoded.body.has_value()) << text;
        EXPECT_TRUE(decoded.body->is_batch) << text;
        EXPECT_EQ(decoded.body->drafts.size(), 1U) << text;
    }
}

TEST(EventBody, ABatchHas1To100Events) {
    const auto batch = [](int size) {
        return "{\"events\": [" + Repeat("{},", size - 1) + (size > 0 ? "{}" : "") + "]}";
    };
    EXPECT_EQ(Decoded(batch(100)).body->drafts.size(), 100U);
    EXPECT_EQ(Refusal(batch(0)), ErrorCode::kBatchSize);
    EXPECT_EQ(Refusal(batch(101)), ErrorCode::kBatchSize);
    EXPECT_EQ(Refusal(batch(5000)), ErrorCode::kBatchSize);
}

TEST(EventBody, EventsIsAnArrayAndAppearsOnce) {
    for (const std::string_view value : {"null", "{}", "\"x\"", "1", "true"}) {
        const Decoded decoded("{\"events\": " + std::string(value) + "}");
        ASSERT_FALSE(decoded.body.has_value()) << value;
        EXPECT_EQ(decoded.body.error().code, ErrorCode::kWrongType) << value;
        EXPECT_EQ(decoded.body.error().pointer, "/events") << value;
    }
    EXPECT_EQ(Refusal(R"({"events": [{}], "events": [{}]})"), ErrorCode::kDuplicateMember);
}

TEST(EventBody, AnEntryThatIsNotAnObjectDoesNotAffectOthers) {
    const Decoded decoded(R"({"events": [1, "x", null, [{}], true, {"idempotency_key": "a"}]})");
    ASSERT_TRUE(decoded.body.has_value());
    ASSERT_EQ(decoded.body->drafts.size(), 6U);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(ErrorsOf(decoded.body->drafts[i]), (Codes{{"", ErrorCode::kWrongType}})) << i;
    }
    EXPECT_EQ(ErrorsOf(decoded.body->drafts[5]), Codes());
    EXPECT_EQ(decoded.body->drafts[5].idempotency_key.text, "a");
}

TEST(EventBody, ABodyIsAnObject) {
    for (const std::string_view text : {"[]", "[{}]", "null", "true", "1", "\"event\""}) {
        EXPECT_EQ(Refusal(text), ErrorCode::kWrongType) << text;
    }
}

TEST(EventBody, InvalidJsonIsRefusedAnywhere) {
    for (const std::string_view text : {"",
                                        " ",
                                        "\n",
                                        "{",
                                        "}",
                                        "{]",
                                        "{\"a\"}",
                                        "{\"a\":}",
                                        "{\"a\":1,}",
                                        "{,}",
                                        "{\"a\" 1}",
                                        "{a:1}",
                                        "{'a':1}",
                                        "{\"a\":'x'}",
                                        "{\"a\":1 \"b\":2}",
                                        "{\"a\":tru}",
                                        "{\"a\":truex}",
                                        "{\"a\":nul}",
                                        "{\"a\":False}",
                                        "{\"a\":NaN}",
                                        "{\"a\":01}",
                                        "{\"a\":+1}",
                                        "{\"a\":.5}",
                                        "{\"a\":1.}",
                                        "{\"a\":1e}",
                                        "{\"a\":-}",
                                        "{\"a\":0x1}",
                                        "{\"a\":1 2}",
                                        "{\"a\":[1,]}",
                                        "{\"a\":[1 2]}",
                                        "{\"a\":[}",
                                        "{\"a\":\"x}",
                                        "{\"a\":\"\\x\"}",
                                        "{\"a\":\"\\u12\"}",
                                        "{\"a\":\"\n\"}",
                                        "{\"a\":\"\t\"}",
                                        "{\"a\":{\"b\":tru}}",
                                        "{\"a\":[{\"b\":01}]}",
                                        "{\"amount\":01}",
                                        "{\"amount\":1.}",
                                        "{\"amount\":--1}",
                                        "{\"currency\":nulx}",
                                        "{\"currency\":tru}",
                                        "{\"currency\":[01]}",
                                        "{\"currency\":\"\\q\"}",
                                        "{\"events\":[{\"a\":tru}]}",
                                        "{\"events\":[{},]}",
                                        "{\"events\":[tru]}",
                                        "{\"events\":[{}]",
                                        "{\"events\":[{}}",
                                        "{\"a\":1}}",
                                        "{} {}",
                                        "{} x",
                                        "{},",
                                        "{}]",
                                        "{}\"",
                                        "{\"events\":[{}]} []",
                                        "{\"a\":1}1",
                                        "//c\n{}",
                                        "{\"a\":1/**/}"}) {
        EXPECT_EQ(Refusal(text), ErrorCode::kInvalidJson) << text;
    }
}

TEST(EventBody, WhiteSpaceAroundAnythingDoesNotMatter) {
    const Decoded decoded(" \r\n\t{ \"amount\" :\t1.50 \n, \"x\" : [ 1 , { } ] } \r\n");
    ASSERT_TRUE(decoded.body.has_value());
    EXPECT_EQ(decoded.body->drafts[0].amount.text, "1.50");
    EXPECT_EQ(decoded.body->drafts[0].unknown_members, R"({"x":[1,{}]})");
}

TEST(EventBody, InvalidUtf8IsNotJson) {
    for (const std::string_view bytes :
         {"\x80", "\xff", "\xc0\xaf", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"}) {
        EXPECT_EQ(Refusal("{\"idempotency_key\":\"" + std::string(bytes) + "\"}"), ErrorCode::kInvalidJson);
        EXPECT_EQ(Refusal("{\"" + std::string(bytes) + "\":1}"), ErrorCode::kInvalidJson);
    }
}

TEST(EventBody, ALoneSurrogateIsRefused) {
    for (const std::string_view escape :
         {R"(\ud800)", R"(\udc00)", R"(\ud800\ud800)", R"(\ud800x)", R"(\ud83d\u0041)", R"(\udc00\ud800)"}) {
        EXPECT_EQ(Refusal("{\"idempotency_key\":\"" + std::string(escape) + "\"}"), ErrorCode::kInvalidJson) << escape;
        EXPECT_EQ(Refusal("{\"x\":\"" + std::string(escape) + "\"}"), ErrorCode::kInvalidJson) << escape;
        EXPECT_EQ(Refusal("{\"" + std::string(escape) + "\":1}"), ErrorCode::kInvalidJson) << escape;
    }
}

TEST(EventBody, EscapesAreResolved) {
    const Decoded decoded(R"({"idempotency_key": "\u00e9\ud83d\ude00\/\"\\\n\u0000", "\u0061mount": 1})");
    ASSERT_TRUE(decoded.body.has_value());
    EXPECT_EQ(decoded.body->drafts[0].idempotency_key.text, std::string_view("é😀/\"\\\n\0", 11));
    EXPECT_EQ(decoded.body->drafts[0].amount.text, "1");
}

TEST(EventBody, ANullCountsAsAbsent) {
    const Decoded decoded(R"({"amount": null, "currency": null, "click_id": null})");
    ASSERT_TRUE(decoded.body.has_value());
    EXPECT_EQ(decoded.body->drafts[0].amount.kind, Kind::kAbsent);
    EXPECT_EQ(decoded.body->drafts[0].currency.kind, Kind::kAbsent);
    EXPECT_EQ(decoded.body->drafts[0].click_id.kind, Kind::kAbsent);
    EXPECT_EQ(decoded.body->drafts[0].unknown_members, "");
}

TEST(EventBody, AMemberOfAnotherTypeKeepsItsKind) {
    for (const std::string_view value : {"true", "false", "{}", "[]", R"({"a":[1]})"}) {
        const Decoded decoded("{\"amount\": " + std::string(value) + "}");
        ASSERT_TRUE(decoded.body.has_value()) << value;
        EXPECT_EQ(decoded.body->drafts[0].amount.kind, Kind::kOther) << value;
    }
    const Decoded text(R"({"amount": "1.50"})");
    EXPECT_EQ(text.body->drafts[0].amount.kind, Kind::kString);
    EXPECT_EQ(text.body->drafts[0].amount.text, "1.50");
}

TEST(EventBody, ANumberKeepsEveryDigit) {
    for (const std::string_view number : {"0", "-0", "0.1", "123456789012345.12345678", "1e400", "1E-400", "-1.50e+07",
                                          "0.30000000000000000000000000000000000001", "9007199254740993"}) {
        const Decoded known("{\"amount\": " + std::string(number) + "}");
        ASSERT_TRUE(known.body.has_value()) << number;
        EXPECT_EQ(known.body->drafts[0].amount.text, number);
        EXPECT_EQ(UnknownIn("{\"x\": " + std::string(number) + " }"), "{\"x\":" + std::string(number) + "}");
    }
}

TEST(EventBody, ARepeatedMemberIsAnError) {
    EXPECT_EQ(ErrorsIn(R"({"amount": 1, "amount": 1})"), (Codes{{"/amount", ErrorCode::kDuplicateMember}}));
    EXPECT_EQ(ErrorsIn(R"({"amount": 1, "\u0061mount": 2})"), (Codes{{"/amount", ErrorCode::kDuplicateMember}}));
    EXPECT_EQ(ErrorsIn(R"({"amount": null, "amount": 1})"), (Codes{{"/amount", ErrorCode::kDuplicateMember}}));
    EXPECT_EQ(ErrorsIn(R"({"x/y": 1, "b": 2, "x/y": 1})"), (Codes{{"/x~1y", ErrorCode::kDuplicateMember}}));
    EXPECT_EQ(ErrorsIn(R"({"x": {"a": 1, "a": 1}})"), (Codes{{"/x", ErrorCode::kDuplicateMember}}));
    EXPECT_EQ(ErrorsIn(R"({"x": [{"a": {"b": 1, "b": 1}}]})"), (Codes{{"/x", ErrorCode::kDuplicateMember}}));
    EXPECT_EQ(ErrorsIn(R"({"amount": {"a": 1, "a": 1}})"), (Codes{{"/amount", ErrorCode::kDuplicateMember}}));
    EXPECT_EQ(ErrorsIn(R"({"x": [{"a": 1}, {"a": 1}]})"), Codes());
}

TEST(EventBody, AnErrorInOneEntryStaysWithIt) {
    const Decoded decoded(
        R"({"events": [{"x": {"a": 1, "a": 1, "b": [1]}, "idempotency_key": "a"}, {"idempotency_key": "b"}]})");
    ASSERT_TRUE(decoded.body.has_value());
    EXPECT_EQ(ErrorsOf(decoded.body->drafts[0]), (Codes{{"/x", ErrorCode::kDuplicateMember}}));
    EXPECT_EQ(decoded.body->drafts[0].idempotency_key.text, "a");
    EXPECT_EQ(ErrorsOf(decoded.body->drafts[1]), Codes());
    EXPECT_EQ(decoded.body->drafts[1].idempotency_key.text, "b");
}

// An event counts as one level, so its deepest member is seven levels below it.
TEST(EventBody, AnEventIsAtMostEightDeep) {
    const auto nested = [](int depth) {
        return "{\"x\": " + Repeat("[", depth - 1) + Repeat("]", depth - 1) + ", \"y\": 2}";
    };
    EXPECT_EQ(ErrorsIn(nested(8)), Codes());
    EXPECT_EQ(UnknownIn(nested(8)), R"({"x":[[[[[[[]]]]]]],"y":2})");
    EXPECT_EQ(ErrorsIn(nested(9)), (Codes{{"/x", ErrorCode::kTooDeep}}));
    const std::string objects = "{\"x\": " + Repeat("{\"a\":", 8) + "1" + Repeat("}", 8) + "}";
    EXPECT_EQ(ErrorsIn(objects), (Codes{{"/x", ErrorCode::kTooDeep}}));
    EXPECT_EQ(ErrorsIn("{\"amount\": " + Repeat("[", 8) + Repeat("]", 8) + "}"),
              (Codes{{"/amount", ErrorCode::kTooDeep}}));
}

TEST(EventBody, AnEventOfABatchIsAsDeepAsOneAlone) {
    const std::string event = "{\"x\": " + Repeat("[", 7) + Repeat("]", 7) + "}";
    const std::string deeper = "{\"x\": " + Repeat("[", 8) + Repeat("]", 8) + "}";
    const std::string batch = "{\"events\": [" + event + "," + deeper + "]}";
    const Decoded decoded(batch);
    ASSERT_TRUE(decoded.body.has_value());
    EXPECT_EQ(ErrorsOf(decoded.body->drafts[0]), Codes());
    EXPECT_EQ(ErrorsOf(decoded.body->drafts[1]), (Codes{{"/x", ErrorCode::kTooDeep}}));
}

TEST(EventBody, VeryDeepNestingIsRefused) {
    const std::string abyss = "{\"x\": " + Repeat("[", 300'000) + Repeat("]", 300'000) + "}";
    const Decoded decoded(abyss);
    if (decoded.body) {
        EXPECT_EQ(ErrorsOf(decoded.body->drafts[0]), (Codes{{"/x", ErrorCode::kTooDeep}}));
    } else {
        EXPECT_EQ(decoded.body.error().code, ErrorCode::kInvalidJson);
    }
}

TEST(EventBody, UnknownMembersHaveOneTextWhateverTheirOrderAndEscapes) {
    EXPECT_EQ(UnknownIn(R"({"b": "\u0041\/é", "event_type": "deposit", "a": {"d": null, "c": true}})"),
              R"({"a":{"c":true,"d":null},"b":"A/é"})");
    EXPECT_EQ(UnknownIn(R"({ "a":{"c":true,"d":null}, "b":"A/\u00e9" })"), R"({"a":{"c":true,"d":null},"b":"A/é"})");
    EXPECT_EQ(UnknownIn(R"({"Amount": 1, "": 2, "event": []})"), R"({"":2,"Amount":1,"event":[]})");
}

TEST(EventBody, EachCallStartsFresh) {
    EXPECT_FALSE(Decoded("{\"a\":").body.has_value());
    EXPECT_EQ(UnknownIn(R"({"b": 1})"), R"({"b":1})");
    EXPECT_EQ(UnknownIn("{}"), "");
}

TEST(EventBody, NearMissesAreThoseWhoseMemberIsMissing) {
    const auto near_misses = [](std::string_view text) {
        std::string found;
        const Decoded decoded(text);
        for (const auto& near_miss : decoded.body->drafts.at(0).near_misses) {
            found += near_miss.sent + ">" + std::string(near_miss.meant) + " ";
        }
        return found;
    };
    EXPECT_EQ(near_misses(R"({"clickId": "c", "playerRef": "p", "note": 1})"),
              "clickId>click_id playerRef>player_external_ref ");
    EXPECT_EQ(near_misses(R"({"clickId": "c", "click_id": "c", "player_id": 1, "player_external_ref": "p"})"), "");
    EXPECT_EQ(near_misses(R"({"clickId": "c", "click_id": null})"), "clickId>click_id ");
    EXPECT_EQ(near_misses("{" + Repeat(R"("note": 1,)", 32) + R"("clickId": "c"})"), "");
}

TEST(EventBody, AHundredRepeatedMembersAreNamedAndTheRestIsNoted) {
    for (const std::string_view member : {R"("amount": 1,)", R"("points": 1,)"}) {
        const Decoded decoded("{" + Repeat(member, 50'000) + R"("currency": "EUR"})");
        ASSERT_TRUE(decoded.body.has_value());
        const EventDraft& draft = decoded.body->drafts.at(0);
        EXPECT_EQ(draft.errors.size(), 100U) << member;
        EXPECT_TRUE(draft.errors.HasMore()) << member;
    }
}

TEST(EventBody, EachEventOfABatchHasItsOwnErrors) {
    const Decoded decoded(R"({"events": [{)" + Repeat(R"("amount": 1,)", 500) + R"("game": "g"}, {"game": "g"}]})");
    ASSERT_TRUE(decoded.body.has_value());
    EXPECT_TRUE(decoded.body->drafts[0].errors.HasMore());
    EXPECT_TRUE(decoded.body->drafts[1].errors.empty());
}

TEST(EventBody, TheRestAfterAHundredErrorsMustBeJson) {
    EXPECT_EQ(Refusal("{" + Repeat(R"("amount": 1,)", 500) + R"("currency": EUR})"), ErrorCode::kInvalidJson);
}

}  // namespace
}  // namespace fairlead::http
