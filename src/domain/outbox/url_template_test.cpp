#include "domain/outbox/url_template.hpp"

#include <gtest/gtest.h>

namespace fairlead::outbox {
namespace {

std::string Refusal(std::string_view text) {
    const auto parsed = UrlTemplate::Parse(text);
    return parsed ? "" : parsed.error().message;
}

TEST(UrlTemplates, EveryValueIsPercentEncoded) {
    const auto url = UrlTemplate::Parse("https://t.example/p/{sub1}?id={click_id}&e={event}&x=1");
    MacroValues values;
    values[Macro::kSub1] = "../a b";
    values[Macro::kClickId] = "x&y=z#";
    values[Macro::kEvent] = "firstDeposit";
    EXPECT_EQ(url->Render(values), "https://t.example/p/..%2Fa%20b?id=x%26y%3Dz%23&e=firstDeposit&x=1");
}

TEST(UrlTemplates, TextOutsideAsciiIsEncodedByteByByte) { EXPECT_EQ(PercentEncode("ü€"), "%C3%BC%E2%82%AC"); }

TEST(UrlTemplates, AMissingValueIsEmpty) {
    EXPECT_EQ(UrlTemplate::Parse("https://t.example/?a={amount}&b={sub5}")->Render({}), "https://t.example/?a=&b=");
}

TEST(UrlTemplates, AnUnknownMacroIsRefusedWithItsPosition) {
    EXPECT_EQ(Refusal("https://t.example/?id={clickid}"), "unknown macro {clickid} at position 23");
    EXPECT_EQ(Refusal("https://t.example/?{}"), "unknown macro {} at position 20");
}

TEST(UrlTemplates, SingleBracesAreRefusedWithTheirPosition) {
    EXPECT_EQ(Refusal("https://t.example/{event"), "{ without } at position 19");
    EXPECT_EQ(Refusal("https://t.example/event}"), "} without { at position 24");
    EXPECT_EQ(Refusal("https://t.example/{{event}}"), "{ without } at position 19");
}

TEST(UrlTemplates, AMacroCannotChooseTheHost) {
    EXPECT_EQ(Refusal("https://{sub1}.example/"), "a macro must follow the host: {sub1} at position 9");
    EXPECT_EQ(Refusal("{sub1}://t.example/"), "a macro must follow the host: {sub1} at position 1");
    EXPECT_EQ(Refusal("https://t.example:{sub1}/"), "a macro must follow the host: {sub1} at position 19");
}

TEST(UrlTemplates, EveryNameOfTheListIsAMacro) {
    for (const std::string_view name : kMacroNames) {
        EXPECT_TRUE(UrlTemplate::Parse("https://t.example/?{" + std::string(name) + "}")) << name;
    }
    EXPECT_TRUE(UrlTemplate::Parse("https://t.example/?{amount}")->Uses(Macro::kAmount));
    EXPECT_FALSE(UrlTemplate::Parse("https://t.example/?{amount}")->Uses(Macro::kSub1));
}

}  // namespace
}  // namespace fairlead::outbox
