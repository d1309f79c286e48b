#include "base/text/json_text.hpp"

#include <charconv>
#include <optional>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead {
namespace {

std::string Literal(std::string_view text) {
    std::string out;
    AppendJsonString(out, text);
    return out;
}

// Removes one escape of RFC 8259 from the front. `rest` begins after the backslash.
std::optional<char> TakeEscape(std::string_view& rest) {
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (rest.empty()) return std::nullopt;
    if (const auto known = kNames.find(rest.front()); known != std::string_view::npos) {
        rest.remove_prefix(1);
        return kMeanings[known];
    }
    unsigned code = 0;
    if (rest.front() != 'u' || rest.size() < 5) return std::nullopt;
    const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + 5, code, 16);
    if (error != std::errc() || end != rest.data() + 5 || code > 0x7F) return std::nullopt;
    rest.remove_prefix(5);
    return static_cast<char>(code);
}

// Reads a whole string literal as RFC 8259 defines it. Returns nothing if it is not one.
std::optional<std::string> ReadLiteral(std::string_view rest) {
    if (rest.size() < 2 || rest.front() != '"' || rest.back() != '"') return std::nullopt;
    rest = rest.substr(1, rest.size() - 2);
    std::string text;
    while (!rest.empty()) {
        const char c = rest.front();
        rest.remove_prefix(1);
        if (static_cast<unsigned char>(c) < 0x20 || c == '"') return std::nullopt;
        if (c != '\\') {
            text += c;
            continue;
        }
        const auto meant = TakeEscape(rest);
        if (!meant) return std::nullopt;
        text += *meant;
    }
    return text;
}

TEST(JsonText, QuotesBackslashesAndControlsAreEscaped) {
    EXPECT_EQ(Literal(""), R"("")");
    EXPECT_EQ(Literal("plain é €"), R"("plain é €")");
    EXPECT_EQ(Literal(R"(say "no\yes")"), R"("say \"no\\yes\"")");
    EXPECT_EQ(Literal("a\nb\rc\td"), R"("a\nb\rc\td")");
    EXPECT_EQ(Literal(std::string_view("\0\x1f\x7f", 3)), "\"\\u0000\\u001f\x7f\"");
}

TEST(JsonText, IsAppendedToTheExistingText) {
    std::string out = R"({"code":)";
    AppendJsonString(out, "x");
    EXPECT_EQ(out, R"({"code":"x")");
}

RC_GTEST_PROP(JsonText, ALiteralReadsBackAsItsText, ()) {
    const auto bytes = rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::inRange<char>(0, 0x20),
                                      rc::gen::elementOf(std::string("\"\\/bu0")));
    const auto text = *rc::gen::container<std::string>(bytes);
    const std::string literal = Literal(text);
    RC_LOG() << literal;
    RC_ASSERT(ReadLiteral(literal) == text);
}

TEST(JsonPointer, TildeAndSlashAreEscaped) {
    EXPECT_EQ(JsonPointerTo("amount"), "/amount");
    EXPECT_EQ(JsonPointerTo(""), "/");
    EXPECT_EQ(JsonPointerTo("a/b"), "/a~1b");
    EXPECT_EQ(JsonPointerTo("m~n"), "/m~0n");
    EXPECT_EQ(JsonPointerTo("~1"), "/~01");
    EXPECT_EQ(JsonPointerTo("c%d e\"f"), "/c%d e\"f");
}

TEST(JsonPointer, ALongNameIsCutBetweenCharacters) {
    EXPECT_EQ(JsonPointerTo(std::string(100, 'x')), "/" + std::string(100, 'x'));
    EXPECT_EQ(JsonPointerTo(std::string(1'000'000, 'x')), "/" + std::string(100, 'x') + "…");
    EXPECT_EQ(JsonPointerTo(std::string(99, 'x') + "é"), "/" + std::string(99, 'x') + "…");
}

TEST(HoldsEveryDigit, IsFalseForNumbersThatWouldLoseDigits) {
    for (const char* held : {"{}", R"({"a":1,"b":[-2.50,0.30000000000000004,1e300]})", "18446744073709551615",
                             "-9223372036854775808", R"({"1e400":"1e400","\\\"":"\\"})", "0.000", "0.1E1", "-0"}) {
        EXPECT_TRUE(HoldsEveryDigit(held)) << held;
    }
    for (const char* lost : {R"({"a":1e400})", "[-1e400]", "1e-400", "12345678901234567890123", "18446744073709551616",
                             R"({"a\\":[1,{"b":0.1234567890123456789}]})"}) {
        EXPECT_FALSE(HoldsEveryDigit(lost)) << lost;
    }
}

}  // namespace
}  // namespace fairlead
