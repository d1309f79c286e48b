#include "domain/tracking/relative_path.hpp"

#include <regex>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::tracking {
namespace {

TEST(RelativePath, AddsSegmentsWithoutTheLeadingSlash) {
    EXPECT_EQ(RelativePath::Parse("casino")->text(), "casino");
    EXPECT_EQ(RelativePath::Parse("/casino")->text(), "casino");
    EXPECT_EQ(RelativePath::Parse("casino/")->text(), "casino/");
    EXPECT_EQ(RelativePath::Parse("/casino/slots/")->text(), "casino/slots/");
    EXPECT_EQ(RelativePath::Parse("A-z_0.9/index.html")->text(), "A-z_0.9/index.html");
}

TEST(RelativePath, DotsWithinANameAreOrdinary) {
    for (const std::string_view text : {"...", ".well-known", "a..b", "..a", "a.", ".../a"}) {
        EXPECT_EQ(RelativePath::Parse(text)->text(), text);
    }
}

TEST(RelativePath, AnEmptyPathAndASingleSlashAddNothing) {
    EXPECT_TRUE(RelativePath::Parse("")->IsAbsent());
    EXPECT_TRUE(RelativePath::Parse("/")->IsAbsent());
}

TEST(RelativePath, RefusesDotSegments) {
    for (const std::string_view text :
         {".", "..", "/.", "/..", "./", "../", "a/.", "a/..", "a/./b", "a/../b", "../a", "./a", "/../a", "a/../"}) {
        EXPECT_FALSE(RelativePath::Parse(text).has_value()) << text;
    }
}

TEST(RelativePath, RefusesEmptySegments) {
    for (const std::string_view text : {"//", "///", "//a", "a//", "a//b", "/a//", "//evil.example", "/a/b//c"}) {
        EXPECT_FALSE(RelativePath::Parse(text).has_value()) << text;
    }
}

TEST(RelativePath, RefusesEveryOtherCharacter) {
    const std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/._";
    for (int code = 0; code < 256; ++code) {
        const char c = static_cast<char>(code);
        const std::string text = std::string("a") + c + "b";
        EXPECT_EQ(RelativePath::Parse(text).has_value(), allowed.find(c) != std::string_view::npos) << code;
    }
}

TEST(RelativePath, MayHave512Characters) {
    EXPECT_TRUE(RelativePath::Parse(std::string(512, 'a')).has_value());
    EXPECT_FALSE(RelativePath::Parse(std::string(513, 'a')).has_value());
    EXPECT_FALSE(RelativePath::Parse("/" + std::string(512, 'a')).has_value());
}

RC_GTEST_PROP(RelativePath, AcceptsTheSameTextsAsAPattern, ()) {
    static const std::regex kPattern(R"(/?((?!\.{1,2}(/|$))[A-Za-z0-9._-]+/)*((?!\.{1,2}$)[A-Za-z0-9._-]+)?)");
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab0//..--_%+:@?#\\ ")));
    RC_ASSERT(RelativePath::Parse(text).has_value() == std::regex_match(text, kPattern));
}

RC_GTEST_PROP(RelativePath, AcceptsAnyNumberOfSegments, ()) {
    const auto segment = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::elementOf(std::string("aZ9-_"))));
    std::string text = *rc::gen::element<std::string>("", "/");
    for (const auto& part : *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(segment)))
        text += part + "/";
    if (*rc::gen::arbitrary<bool>()) text.pop_back();
    const auto path = RelativePath::Parse(text);
    RC_ASSERT(path.has_value() == (text.size() <= kRelativePathLengthMax));
    if (path) RC_ASSERT(path->text() == (text.starts_with('/') ? text.substr(1) : text));
}

}  // namespace
}  // namespace fairlead::tracking
