#include "base/text/text.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead {
namespace {

using Parts = std::vector<std::string_view>;

// UTF-8 by its definition in RFC 3629.
std::string Utf8(char32_t point) {
    const auto byte = [](char32_t value) { return static_cast<char>(value); };
    if (point < 0x80) return {byte(point)};
    if (point < 0x800) return {byte(0xC0 | (point >> 6)), byte(0x80 | (point & 0x3F))};
    if (point < 0x10000) {
        return {byte(0xE0 | (point >> 12)), byte(0x80 | ((point >> 6) & 0x3F)), byte(0x80 | (point & 0x3F))};
    }
    return {byte(0xF0 | (point >> 18)), byte(0x80 | ((point >> 12) & 0x3F)), byte(0x80 | ((point >> 6) & 0x3F)),
            byte(0x80 | (point & 0x3F))};
}

bool IsControl(char32_t point) { return point < 0x20 || (point >= 0x7F && point < 0xA0); }

rc::Gen<char32_t> CodePoint() {
    return rc::gen::map(
        rc::gen::oneOf(rc::gen::inRange<std::uint32_t>(0, 0x100), rc::gen::inRange<std::uint32_t>(0x20, 0xD800),
                       rc::gen::inRange<std::uint32_t>(0xE000, 0x110000)),
        [](std::uint32_t point) { return static_cast<char32_t>(point); });
}

RC_GTEST_PROP(Text, CodePointsAreCountedAndControlsFound, ()) {
    const auto points = *rc::gen::container<std::vector<char32_t>>(CodePoint());
    std::string text;
    bool control = false;
    for (const char32_t point : points) {
        text += Utf8(point);
        control = control || IsControl(point);
    }
    RC_ASSERT(CountCodePoints(text) == points.size());
    RC_ASSERT(HasControlCharacter(text) == control);
}

TEST(Text, EveryControlCharacterIsFoundAndNothingElse) {
    for (char32_t point = 0; point < 0x3000; ++point) {
        EXPECT_EQ(HasControlCharacter("a" + Utf8(point) + "b"), IsControl(point)) << static_cast<unsigned>(point);
    }
}

TEST(Text, OnlyAsciiLettersAreUpperCased) {
    EXPECT_EQ(ToUpperAscii("abcxyz-09@[`{é"), "ABCXYZ-09@[`{é");
    EXPECT_EQ(ToUpperAscii(""), "");
}

TEST(Text, CaseOfAsciiLettersIsIgnoredAndNothingElse) {
    EXPECT_TRUE(EqualIgnoringAsciiCase("Chunked", "cHUNKED"));
    EXPECT_FALSE(EqualIgnoringAsciiCase("chunked", "chunked "));
    EXPECT_FALSE(EqualIgnoringAsciiCase("chunked", "chunke"));
    EXPECT_FALSE(EqualIgnoringAsciiCase("@", "`"));
    EXPECT_FALSE(EqualIgnoringAsciiCase("[", "{"));
    EXPECT_FALSE(EqualIgnoringAsciiCase("É", "é"));
}

TEST(Text, SpacesAndTabsAreTrimmedAtTheEndsOnly) {
    EXPECT_EQ(TrimSpaces(" \t a b\t "), "a b");
    EXPECT_EQ(TrimSpaces(" \t "), "");
    EXPECT_EQ(TrimSpaces(""), "");
    EXPECT_EQ(TrimSpaces("\ra\n"), "\ra\n");
}

TEST(Text, PartsAreTrimmedAndEmptyOnesLeftOut) {
    EXPECT_EQ(SplitTrimmed("10.0.0.0/8, ::1 ,,\t192.0.2.1", ','), (Parts{"10.0.0.0/8", "::1", "192.0.2.1"}));
    EXPECT_EQ(SplitTrimmed("", ','), Parts());
    EXPECT_EQ(SplitTrimmed(" , ,", ','), Parts());
    EXPECT_EQ(SplitTrimmed("one", ','), Parts{"one"});
    EXPECT_EQ(SplitTrimmed(",one,", ','), Parts{"one"});
}

RC_GTEST_PROP(Text, JoinedPartsAreSplitAgain, ()) {
    const auto parts = *rc::gen::container<std::vector<std::string>>(
        rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab/:.")))));
    std::string joined;
    for (const auto& part : parts) joined += (joined.empty() ? "" : " , ") + part;
    const auto split = SplitTrimmed(joined, ',');
    RC_ASSERT(std::vector<std::string>(split.begin(), split.end()) == parts);
}

TEST(Text, ValidUtf8IsRecognized) {
    for (const std::string_view valid : {"", "plain", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2", "\xEE\x80\x80"}) {
        EXPECT_TRUE(IsValidUtf8(valid)) << valid;
    }
    // Truncated, overlong, a surrogate, above U+10FFFF, a single continuation byte.
    for (const std::string_view invalid :
         {"\xC3", "\xE2\x82", "\xF0\x9F\x8E", "\xC0\xAF", "\xE0\x80\xAF", "\xF0\x80\x80\xAF", "\xED\xA0\x80",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\x80", "a\xC3("}) {
        EXPECT_FALSE(IsValidUtf8(invalid)) << invalid;
    }
}

TEST(Text, DamagedTextIsMadeReadable) {
    EXPECT_EQ(Readable("Gr\xC3\xBC\xC3\x9F"), "Gr\xC3\xBC\xC3\x9F");
    EXPECT_EQ(Readable("Gr\xC3\xBC\xB2\x9F"), "Gr????");
}

}  // namespace
}  // namespace fairlead
