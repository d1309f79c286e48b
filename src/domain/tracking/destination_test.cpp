#include "domain/tracking/destination.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::tracking {
namespace {

constexpr std::string_view kId = "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071";

std::string Redirect(std::string_view destination, std::string_view path = "") {
    std::string out;
    Destination::Parse(destination)
        .value()
        .AppendRedirect(RelativePath::Parse(path).value(), ClickId::Parse(kId).value(), out);
    return out;
}

std::string WithId(std::string text) {
    const auto mark = text.find('$');
    return mark == std::string::npos ? text : text.replace(mark, 1, kId);
}

struct Case {
    std::string_view destination;
    std::string_view path;
    std::string expected;  // `$` is the click id.
};

void Check(const std::vector<Case>& cases) {
    for (const auto& [destination, path, expected] : cases) {
        EXPECT_EQ(Redirect(destination, path), WithId(expected)) << destination << " with " << path;
    }
}

TEST(Destination, GetsTheClickIdAtTheEndOfItsQuery) {
    Check({
        {"https://play.example/", "", "https://play.example/?click_id=$"},
        {"https://play.example", "", "https://play.example?click_id=$"},
        {"https://play.example/join?lang=de", "", "https://play.example/join?lang=de&click_id=$"},
        {"https://play.example/join?", "", "https://play.example/join?click_id=$"},
        {"https://play.example/join?a=1&", "", "https://play.example/join?a=1&click_id=$"},
        {"https://play.example/join?&", "", "https://play.example/join?click_id=$"},
        {"https://play.example/join?a=/b?c", "", "https://play.example/join?a=/b?c&click_id=$"},
        {"http://[2001:db8::1]:8443/a%20b", "", "http://[2001:db8::1]:8443/a%20b?click_id=$"},
    });
}

TEST(Destination, KeepsItsFragmentAfterTheQuery) {
    Check({
        {"https://play.example/#top", "", "https://play.example/?click_id=$#top"},
        {"https://play.example#top", "slots", "https://play.example/slots?click_id=$#top"},
        {"https://play.example/a?b=c#/d?e=f", "", "https://play.example/a?b=c&click_id=$#/d?e=f"},
        {"https://play.example/a#", "", "https://play.example/a?click_id=$#"},
    });
}

TEST(Destination, ReplacesAClickIdOfItsOwn) {
    Check({
        {"https://play.example/?click_id=old", "", "https://play.example/?click_id=$"},
        {"https://play.example/?click_id", "", "https://play.example/?click_id=$"},
        {"https://play.example/?a=1&click_id=old&b=2", "", "https://play.example/?a=1&b=2&click_id=$"},
        {"https://play.example/?click_id=x&a=1&click_id=y", "", "https://play.example/?a=1&click_id=$"},
        {"https://play.example/?%63lick%5Fid=x&a=1", "", "https://play.example/?a=1&click_id=$"},
    });
}

TEST(Destination, KeepsParametersThatOnlyLookLikeAClickId) {
    Check({
        {"https://play.example/?my_click_id=1", "", "https://play.example/?my_click_id=1&click_id=$"},
        {"https://play.example/?click_ids=1", "", "https://play.example/?click_ids=1&click_id=$"},
        {"https://play.example/?CLICK_ID=1", "", "https://play.example/?CLICK_ID=1&click_id=$"},
        {"https://play.example/?a=click_id=1", "", "https://play.example/?a=click_id=1&click_id=$"},
        {"https://play.example/click_id=1", "", "https://play.example/click_id=1?click_id=$"},
    });
}

TEST(Destination, ARelativePathIsJoinedByExactlyOneSlash) {
    Check({
        {"https://play.example", "slots", "https://play.example/slots?click_id=$"},
        {"https://play.example/", "slots", "https://play.example/slots?click_id=$"},
        {"https://play.example/", "/slots", "https://play.example/slots?click_id=$"},
        {"https://play.example/en", "slots/top", "https://play.example/en/slots/top?click_id=$"},
        {"https://play.example/en/", "/slots/", "https://play.example/en/slots/?click_id=$"},
        {"https://play.example/en//", "slots", "https://play.example/en/slots?click_id=$"},
        {"https://play.example//", "slots", "https://play.example/slots?click_id=$"},
        {"https://play.example?a=1", "slots", "https://play.example/slots?a=1&click_id=$"},
        {"https://play.example:8443/en?a=/", "slots", "https://play.example:8443/en/slots?a=/&click_id=$"},
        {"https://play.example/en/", "/", "https://play.example/en/?click_id=$"},
    });
}

TEST(Destination, ARelativePathCannotExtendTheHost) {
    EXPECT_EQ(Redirect("https://play.example", ".evil.example"),
              WithId("https://play.example/.evil.example?click_id=$"));
    EXPECT_EQ(Redirect("https://play.example", "/evil.example"),
              WithId("https://play.example/evil.example?click_id=$"));
}

TEST(Destination, AHostMayBeginLikeAnAddress) {
    Check({
        {"http://1.2.3.4.example.com", "", "http://1.2.3.4.example.com?click_id=$"},
        {"http://1.2.3.4.example.com/", "slots", "http://1.2.3.4.example.com/slots?click_id=$"},
        {"http://1.2.3.4.example.com:8080/en?a=1#b", "slots",
         "http://1.2.3.4.example.com:8080/en/slots?a=1&click_id=$#b"},
        {"http://1.2.3.4", ".evil.example", "http://1.2.3.4/.evil.example?click_id=$"},
        {"http://127.1", "", "http://127.1?click_id=$"},
        {"http://4294967295", "", "http://4294967295?click_id=$"},
    });
    for (const auto* url :
         {"http://1.2.3.4.5/", "http://1.2.3.4./", "http://1.2.3.4..example/", "https://203.0.113.300/",
          "http://4294967296/", "http://256.1/", "http://play.example.7/", "http://1.2.3.4.5.6/", "http://127.1./"}) {
        const auto refused = Destination::Parse(url);
        ASSERT_FALSE(refused) << url;
        EXPECT_EQ(refused.error().message, "must have a host in its ASCII form") << url;
    }
}

TEST(Destination, IsAppendedToTheExistingText) {
    std::string out = "Location: ";
    Destination::Parse("https://play.example/").value().AppendRedirect({}, ClickId::Parse(kId).value(), out);
    EXPECT_EQ(out, WithId("Location: https://play.example/?click_id=$"));
}

TEST(Destination, IsHttpOrHttpsWithAHost) {
    for (const std::string_view url :
         {"", "/", "//play.example/", "play.example", "play.example/path", "ftp://play.example/", "javascript:alert(1)",
          "data:text/html,x", "https:", "https:/play.example", "https:///path", "https://", "https://:443/",
          "https:play.example", "https://?a", "https://#a", "file:///etc/passwd", "mailto:a@play.example",
          "1https://play.example"}) {
        const auto destination = Destination::Parse(url);
        ASSERT_FALSE(destination.has_value()) << url;
        EXPECT_EQ(destination.error().code, ErrorCode::kInvalidValue) << url;
        EXPECT_FALSE(destination.error().message.empty());
    }
    EXPECT_TRUE(Destination::Parse("HTTPS://PLAY.example/").has_value());
}

TEST(Destination, HasNoUserAndAValidHostAndPort) {
    for (const std::string_view url :
         {"https://user@play.example/", "https://user:secret@play.example/", "https://@play.example/",
          "https://play.example%2eevil.example/", "https://play.example%00/", "https://.play.example/",
          "https://play..example/", "https://play.example;evil/", "https://play.example,evil/", "https://[v1.x]/",
          "https://[::1/", "https://play.example:/", "https://play.example:0/", "https://play.example:65536/",
          "https://play.example:8o/", "https://play.example:80evil.example/", "https://[::1]evil.example/",
          "https://play.example:-1/"}) {
        EXPECT_FALSE(Destination::Parse(url).has_value()) << url;
    }
    EXPECT_TRUE(Destination::Parse("https://play.example:65535/").has_value());
    EXPECT_TRUE(Destination::Parse("http://192.0.2.1:1/").has_value());
}

TEST(Destination, HasNothingThatCouldEndAHeader) {
    for (int code = 0; code < 256; ++code) {
        const char c = static_cast<char>(code);
        if (code > 0x20 && code < 0x7F) continue;
        for (const std::string_view url :
             {"https://play.example/a$b", "https://play.example/?a$b", "https://play.example/#a$b",
              "https://pl$ay.example/", "$https://play.example/", "https://play.example/$"}) {
            std::string text(url);
            text[text.find('$')] = c;
            EXPECT_FALSE(Destination::Parse(text).has_value()) << code << " in " << url;
        }
    }
    for (const std::string_view url :
         {"https://play.example/\\", "https://play.example/<a>", "https://play.example/?\"", "https://play.example/{a}",
          "https://play.example/%", "https://play.example/%2", "https://play.example/%zz", "https://pläy.example/",
          "https://play.example/ä"}) {
        EXPECT_FALSE(Destination::Parse(url).has_value()) << url;
    }
}

TEST(Destination, MayHave2048Characters) {
    const std::string start = "https://play.example/";
    EXPECT_TRUE(Destination::Parse(start + std::string(2048 - start.size(), 'a')).has_value());
    const auto longer = Destination::Parse(start + std::string(2049 - start.size(), 'a'));
    ASSERT_FALSE(longer.has_value());
    EXPECT_EQ(longer.error().code, ErrorCode::kTooLong);
}

// --- Against Boost.URL ---

std::string AnyText(const std::string& letters, int length_max) {
    return *rc::gen::resize(length_max, rc::gen::container<std::string>(rc::gen::elementOf(letters)));
}

// Usually a valid one, so that most cases produce a redirect.
std::string Mostly(const std::vector<std::string>& good, const std::vector<std::string>& bad) {
    return *rc::gen::weightedOneOf<std::string>({{12, rc::gen::elementOf(good)}, {1, rc::gen::elementOf(bad)}});
}

std::string AnyQuery() {
    std::string query;
    const auto count = *rc::gen::inRange(0, 5);
    for (int i = 0; i < count; ++i) {
        if (i > 0) query += '&';
        query += Mostly({"a", "click_id", "click%5fid", "%63lick_id", "click_id2", "", "CLICK_ID"}, {"%", "\n"});
        query += Mostly({"", "=", "=1", "=%26", "=/?"}, {"=%2", "= "});
    }
    return query;
}

std::string AnyDestination() {
    std::string url = Mostly({"http", "https", "HTTPS"}, {"ftp", "", "javascript"}) + "://";
    url +=
        Mostly({"play.example", "[2001:db8::1]", "192.0.2.1", "a_b-c.example"}, {"x@y.example", "pl%61y", "", "[::1"});
    url += Mostly({"", ":8443", ":1", ":65535"}, {":", ":99999", ":8x", "x"});
    if (*rc::gen::arbitrary<bool>()) url += '/' + AnyText("ab/.-_:@", 12) + Mostly({"", "%20", "/"}, {"%", "\\"});
    if (*rc::gen::arbitrary<bool>()) url += '?' + AnyQuery();
    if (*rc::gen::arbitrary<bool>()) url += '#' + AnyText("a/?=&", 6);
    return url;
}

std::string AnyRelativePath() {
    std::string path = *rc::gen::element<std::string>("", "/");
    const auto count = *rc::gen::inRange(0, 4);
    for (int i = 0; i < count; ++i) {
        if (i > 0) path += '/';
        path += Mostly({"a", "b.c", "...", "-_", ".evil.example"},
                       {"..", ".", "", "%2e", "@", "?", "#", ":", "\\", "\r\n"});
    }
    return path;
}

std::size_t CountClickIds(const boost::urls::url_view& url) {
    const auto parameters = url.params();
    return static_cast<std::size_t>(
        std::count_if(parameters.begin(), parameters.end(), [](const auto& p) { return p.key == "click_id"; }));
}

RC_GTEST_PROP(Destination, KeepsSchemeHostAndPortWhateverIsAppended, ()) {
    const std::string url = AnyDestination();
    const std::string relative = AnyRelativePath();
    const auto destination = Destination::Parse(url);
    const auto path = RelativePath::Parse(relative);
    RC_CLASSIFY(destination.has_value() && path.has_value());
    if (!destination || !path) return;
    std::string out;
    destination->AppendRedirect(*path, ClickId::Parse(kId).value(), out);

    const auto before = boost::urls::parse_uri(url);
    const auto after = boost::urls::parse_uri(out);
    RC_ASSERT(before.has_value() && after.has_value());
    RC_ASSERT(after->scheme() == before->scheme());
    RC_ASSERT(after->encoded_authority() == before->encoded_authority());
    RC_ASSERT(after->encoded_fragment() == before->encoded_fragment());
    RC_ASSERT(CountClickIds(*after) == 1U);
    RC_ASSERT((*--after->params().end()).value == kId);
    RC_ASSERT(after->params().size() <= before->params().size() + 1);
    if (path->IsAbsent()) {
        RC_ASSERT(after->encoded_path() == before->encoded_path());
    } else {
        RC_ASSERT(std::string(after->encoded_path()).ends_with("/" + std::string(path->text())));
    }
}

}  // namespace
}  // namespace fairlead::tracking
