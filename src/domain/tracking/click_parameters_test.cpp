#include "domain/tracking/click_parameters.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text/text.hpp"
#include "domain/tracking/relative_path.hpp"

namespace fairlead::tracking {
namespace {

std::string Sub1(std::string_view value) { return std::string(ParseClickQuery("sub1=" + std::string(value)).sub(0)); }

bool AcceptsPath(std::string_view query) {
    return RelativePath::Parse(ParseClickQuery(query).relative_path()).has_value();
}

TEST(ClickParameters, HasFiveSubIdsAndARelativePath) {
    const auto query = ParseClickQuery("sub3=c&sub1=a&relativepath=slots/top&sub5=e&sub2=b&sub4=d");
    EXPECT_EQ(query.sub(0), "a");
    EXPECT_EQ(query.sub(1), "b");
    EXPECT_EQ(query.sub(2), "c");
    EXPECT_EQ(query.sub(3), "d");
    EXPECT_EQ(query.sub(4), "e");
    EXPECT_EQ(query.relative_path(), "slots/top");
}

TEST(ClickParameters, WithoutParametersEverythingIsEmpty) {
    for (const std::string_view text :
         {"", "&", "&&&", "=", "=x", "sub0=x", "sub6=x", "sub=x", "sub11=x", "SUB1=x", "other=1", "s%75b1=x", "sub1"}) {
        const auto query = ParseClickQuery(text);
        EXPECT_TRUE(query.IsEmpty()) << text;
        EXPECT_EQ(query.sub(0), "") << text;
        EXPECT_EQ(query.relative_path(), "") << text;
    }
}

TEST(ClickParameters, IfAParameterIsRepeatedTheFirstCounts) {
    EXPECT_EQ(ParseClickQuery("sub1=a&sub1=b").sub(0), "a");
    EXPECT_EQ(ParseClickQuery("sub1=&sub1=b").sub(0), "");
    EXPECT_EQ(ParseClickQuery("relativepath=a&relativepath=../b").relative_path(), "a");
}

TEST(ClickParameters, SubIdsAreDecodedOnce) {
    EXPECT_EQ(Sub1("a%20b+c"), "a b c");
    EXPECT_EQ(Sub1("%2520"), "%20");
    EXPECT_EQ(Sub1("a%26b%3Dc=d"), "a&b=c=d");
    EXPECT_EQ(Sub1("caf%C3%A9"), "café");
    EXPECT_EQ(Sub1("caf\xC3\xA9"), "café");
    EXPECT_EQ(Sub1("%F0%9F%8e%b0"), "\xF0\x9F\x8E\xB0");
}

TEST(ClickParameters, AnInvalidEscapeIsTakenLiterally) {
    EXPECT_EQ(Sub1("100%"), "100%");
    EXPECT_EQ(Sub1("%2"), "%2");
    EXPECT_EQ(Sub1("%zz%41"), "%zzA");
    EXPECT_EQ(Sub1("%%41"), "%A");
    EXPECT_EQ(Sub1("%4%31"), "%41");
}

TEST(ClickParameters, SubIdsAreTruncatedTo255CodePoints) {
    EXPECT_EQ(Sub1(std::string(256, 'a')), std::string(255, 'a'));
    EXPECT_EQ(Sub1(std::string(255, 'a')), std::string(255, 'a'));
    std::string encoded;
    std::string expected;
    for (int i = 0; i < 300; ++i) {
        encoded += "%C3%A9";
        if (i < 255) expected += "é";
    }
    EXPECT_EQ(Sub1(encoded), expected);
    EXPECT_EQ(Sub1(std::string(254, 'a') + encoded), std::string(254, 'a') + "é");
    EXPECT_EQ(Sub1(std::string(255, 'a') + "%C3%A9"), std::string(255, 'a'));
}

// The expected texts follow the practice of Unicode: one U+FFFD for each longest valid start of a code point.
TEST(ClickParameters, InvalidUtf8InASubIdIsReplaced) {
    constexpr std::string_view kBad = "\xEF\xBF\xBD";
    const auto bad = [&](int count) {
        std::string text;
        for (int i = 0; i < count; ++i) text += kBad;
        return text;
    };
    EXPECT_EQ(Sub1("a%FFb"), "a" + bad(1) + "b");
    EXPECT_EQ(Sub1("%80"), bad(1));
    EXPECT_EQ(Sub1("%C0%AF"), bad(2));
    EXPECT_EQ(Sub1("%E0%80%AF"), bad(3));
    EXPECT_EQ(Sub1("%ED%A0%80"), bad(3));
    EXPECT_EQ(Sub1("%F4%90%80%80"), bad(4));
    EXPECT_EQ(Sub1("%F0%9F%8E"), bad(1));
    EXPECT_EQ(Sub1("%F0%9F%8Ex"), bad(1) + "x");
    EXPECT_EQ(Sub1("%E2%82%C3%A9"), bad(1) + "é");
    EXPECT_EQ(Sub1("%C3"), bad(1));
    EXPECT_EQ(Sub1("%F5%BF%BF%BF"), bad(4));
    EXPECT_EQ(Sub1("%EF%BF%BF"), "\xEF\xBF\xBF");
    EXPECT_EQ(Sub1("%F4%8F%BF%BF"), "\xF4\x8F\xBF\xBF");
}

TEST(ClickParameters, ControlCharactersInASubIdAreReplaced) {
    EXPECT_EQ(Sub1("a%0D%0Ab"),
              "a\xEF\xBF\xBD\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(Sub1("%00"), "\xEF\xBF\xBD");
    EXPECT_EQ(Sub1("%7F"), "\xEF\xBF\xBD");
    EXPECT_EQ(Sub1("%C2%85"), "\xEF\xBF\xBD");
    EXPECT_EQ(Sub1("%C2%A0"), "\xC2\xA0");
    EXPECT_EQ(Sub1("a\tb"),
              "a\xEF\xBF\xBD"
              "b");
}

TEST(ClickParameters, ARelativePathIsDecodedOnceAndNoTrickPasses) {
    EXPECT_EQ(ParseClickQuery("relativepath=a%2Fb%2e%68tml").relative_path(), "a/b.html");
    for (const std::string_view value : {"%2e%2e",
                                         "%2E%2E/a",
                                         "a/%2e%2e/b",
                                         "%252e%252e",
                                         "%25",
                                         "%2f%2fevil.example",
                                         "//evil.example",
                                         "%5cevil.example",
                                         "\\evil.example",
                                         "http://evil.example",
                                         "@evil.example",
                                         "a%0d%0aSet-Cookie:x",
                                         "a%00",
                                         "a+b",
                                         "a%20b",
                                         "%c0%ae%c0%ae",
                                         "%",
                                         "%2",
                                         "%zz",
                                         "a%3fb",
                                         "a?b",
                                         "a%23b",
                                         "a;b",
                                         "%EF%BC%8F",
                                         "a%09",
                                         "\xE2\x80\xA5"}) {
        EXPECT_FALSE(AcceptsPath("relativepath=" + std::string(value))) << value;
    }
}

TEST(ClickParameters, ARelativePathIsNotTruncatedToAValidOne) {
    EXPECT_TRUE(AcceptsPath("relativepath=" + std::string(512, 'a')));
    EXPECT_FALSE(AcceptsPath("relativepath=" + std::string(513, 'a')));
    EXPECT_FALSE(AcceptsPath("relativepath=" + std::string(512, 'a') + "%0a"));
    EXPECT_FALSE(AcceptsPath("relativepath=" + std::string(5000, 'a')));
}

TEST(ImpressionQuery, NamesALinkAndAnAffiliate) {
    const auto query = ParseImpressionQuery("x=1&aid=a1&lid=l1&lid=l2&aid=a2");
    EXPECT_EQ(query.link, "l1");
    EXPECT_EQ(query.affiliate, "a1");
    EXPECT_EQ(ParseImpressionQuery("").link, "");
    EXPECT_EQ(ParseImpressionQuery("lid=&lid=l2").link, "");
    EXPECT_EQ(ParseImpressionQuery("LID=x&lid").affiliate, "");
}

std::string Utf8(char32_t code) {
    const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
    if (code < 0x80) return {byte(code)};
    if (code < 0x800) return {byte(0xC0 | code >> 6), byte(0x80 | (code & 0x3F))};
    if (code < 0x10000) return {byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 0x3F)), byte(0x80 | (code & 0x3F))};
    return {byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 0x3F)), byte(0x80 | (code >> 6 & 0x3F)),
            byte(0x80 | (code & 0x3F))};
}

std::string Escaped(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<std::uint8_t>(c);
        out += '%';
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15];
    }
    return out;
}

char32_t AnyCodePoint() {
    const auto range = *rc::gen::elementOf(std::vector<std::pair<int, int>>{
        {0x20, 0x7F}, {0xA0, 0x800}, {0x800, 0xD800}, {0xE000, 0x10000}, {0x10000, 0x110000}});
    return static_cast<char32_t>(*rc::gen::inRange(range.first, range.second));
}

RC_GTEST_PROP(ClickParameters, DecodesAnyEscapedText, ()) {
    std::string text;
    std::string query = "sub4=";
    const auto length = *rc::gen::inRange(0, 300);
    for (int i = 0; i < length; ++i) {
        const char32_t code = AnyCodePoint();
        if (i < 255) text += Utf8(code);
        const bool may_stand = code >= 0x80 || (code != '%' && code != '&' && code != '+');
        query += may_stand && *rc::gen::arbitrary<bool>() ? Utf8(code) : Escaped(Utf8(code));
    }
    RC_ASSERT(ParseClickQuery(query).sub(3) == text);
}

RC_GTEST_PROP(ClickParameters, AcceptsAnyBytes, (const std::string& noise)) {
    const auto query = ParseClickQuery("sub1=" + noise + "&sub2=" + Escaped(noise));
    RC_ASSERT(CountCodePoints(query.sub(0)) <= kSubIdLengthMax);
    RC_ASSERT(!HasControlCharacter(query.sub(0)) && !HasControlCharacter(query.sub(1)));
    if (noise.find_first_of("%+&") == std::string::npos) RC_ASSERT(query.sub(0) == query.sub(1));
}

}  // namespace
}  // namespace fairlead::tracking
