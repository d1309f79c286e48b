#include "http/framing/head.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::http {
namespace {

using ScanState = HeadScan::State;

constexpr std::string_view kGet = "GET / HTTP/1.1\r\nHost: fairlead.example\r\n\r\n";

// A request to /events with these header lines, and a Host.
std::string Post(std::string_view lines) {
    return "POST /api/v1/events HTTP/1.1\r\nHost: fairlead.example\r\n" + std::string(lines) + "\r\n";
}

ParsedHead Parse(std::string_view head) {
    Parser parser;
    return ParseHead(head, parser);
}

bool IsRefused(std::string_view head) { return Parse(head).refusal.has_value(); }

// A head of exactly `size` bytes.
std::string HeadOfSize(std::size_t size) {
    const std::string frame = "GET / HTTP/1.1\r\nHost: a\r\nX-Long: \r\n\r\n";
    return "GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + std::string(size - frame.size(), 'x') + "\r\n\r\n";
}

TEST(ScanHead, FindsTheEndWhateverFollows) {
    const HeadScan scan = ScanHead(std::string(kGet) + "{\"a\":1}\n\nGET");
    EXPECT_EQ(scan.state, ScanState::kComplete);
    EXPECT_EQ(scan.length, kGet.size());
}

TEST(ScanHead, WaitsForTheEmptyLine) {
    for (std::size_t size = 0; size < kGet.size(); ++size) {
        EXPECT_EQ(ScanHead(kGet.substr(0, size)).state, ScanState::kIncomplete) << size;
    }
    EXPECT_EQ(ScanHead(kGet).state, ScanState::kComplete);
}

TEST(ScanHead, ALineThatEndsWithoutACarriageReturnIsMalformed) {
    for (const std::string_view text : {"GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\n\r\n",
                                        "GET / HTTP/1.1\r\nHost: a\r\n\n", "\n"}) {
        EXPECT_EQ(ScanHead(text).state, ScanState::kMalformed) << text;
    }
}

TEST(ScanHead, ALineFoldedIntoTheNextIsMalformed) {
    EXPECT_EQ(ScanHead("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n").state, ScanState::kMalformed);
    EXPECT_EQ(ScanHead("GET / HTTP/1.1\r\nTransfer-Encoding:\r\n\tchunked\r\n\r\n").state, ScanState::kMalformed);
    EXPECT_EQ(ScanHead("GET / HTTP/1.1\r\n Host: a\r\n\r\n").state, ScanState::kMalformed);
}

TEST(ScanHead, AHeadHasAtMost8192Bytes) {
    EXPECT_EQ(ScanHead(HeadOfSize(8192)).state, ScanState::kComplete);
    EXPECT_EQ(ScanHead(HeadOfSize(8192) + "body").state, ScanState::kComplete);
    EXPECT_EQ(ScanHead(HeadOfSize(8193)).state, ScanState::kTooLarge);
    EXPECT_EQ(ScanHead(std::string(8191, 'x')).state, ScanState::kIncomplete);
    EXPECT_EQ(ScanHead(std::string(8192, 'x')).state, ScanState::kTargetTooLong);
    EXPECT_EQ(ScanHead(std::string(100'000, 'x')).state, ScanState::kTargetTooLong);
}

TEST(ScanHead, ALongTargetIsToldFromLongHeaders) {
    const auto scan = [](std::size_t target, std::size_t header) {
        return ScanHead("GET /" + std::string(target, 'a') +
                        " HTTP/1.1\r\nHost: a\r\nX-Long: " + std::string(header, 'x') + "\r\n\r\n")
            .state;
    };
    EXPECT_EQ(scan(8000, 10), ScanState::kComplete);
    EXPECT_EQ(scan(9000, 10), ScanState::kTargetTooLong);
    EXPECT_EQ(scan(6000, 6000), ScanState::kTargetTooLong);
    EXPECT_EQ(scan(10, 9000), ScanState::kTooLarge);
    EXPECT_EQ(scan(3000, 9000), ScanState::kTooLarge);
}

TEST(ParseHead, AWellFormedHeadPasses) {
    for (const std::string& head :
         {std::string(kGet), Post("Content-Length: 0\r\n"), Post("Content-Length: 1048576\r\nX-API-Key: k\r\n"),
          Post("Transfer-Encoding: chunked\r\n"), Post("Transfer-Encoding: CHUNKED\r\n"), Post("X-Empty:\r\n"),
          HeadOfSize(8192), std::string("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
          std::string("GET /brands?limit=5 HTTP/1.1\r\nhost: a\r\n\r\n"), std::string("GET / HTTP/1.0\r\n\r\n"),
          std::string("BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n")}) {
        EXPECT_EQ(Parse(head).refusal, std::nullopt) << head;
    }
}

TEST(ParseHead, TheHeadIsParsed) {
    Parser parser;
    ASSERT_FALSE(ParseHead(Post("X-API-Key:  secret \t\r\nContent-Length: 7\r\n"), parser).refusal);
    EXPECT_EQ(parser.get().method_string(), "POST");
    EXPECT_EQ(parser.get().target(), "/api/v1/events");
    EXPECT_EQ(parser.get()["x-api-key"], "secret");
    EXPECT_EQ(parser.content_length().value(), 7U);
    EXPECT_FALSE(parser.is_done());
}

TEST(ParseHead, TheOnlyTransferEncodingIsChunked) {
    for (const std::string_view value : {"gzip", "gzip, chunked", "chunked, gzip", "chunked, chunked", "identity", "",
                                         "xchunked", "chunked;q=1", "\"chunked\"", "chunke", "\vchunked"}) {
        EXPECT_TRUE(IsRefused(Post("Transfer-Encoding: " + std::string(value) + "\r\n"))) << value;
    }
    EXPECT_TRUE(IsRefused(Post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n")));
    EXPECT_TRUE(IsRefused(Post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n")));
}

TEST(ParseHead, ALengthBesideChunkedIsRefusedInEitherOrder) {
    EXPECT_TRUE(IsRefused(Post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n")));
    EXPECT_TRUE(IsRefused(Post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n")));
    EXPECT_TRUE(IsRefused(Post("Content-Length: 0\r\nTransfer-Encoding: identity\r\n")));
}

TEST(ParseHead, ThereIsAtMostOneLengthAndItIsANumber) {
    EXPECT_TRUE(IsRefused(Post("Content-Length: 5\r\nContent-Length: 5\r\n")));
    EXPECT_TRUE(IsRefused(Post("Content-Length: 5\r\nContent-Length: 6\r\n")));
    for (const std::string_view value :
         {"", "-1", "+5", "5 5", "5, 5", "5,5", "5, 6", "0x5", "5.0", "five", "99999999999999999999"}) {
        EXPECT_TRUE(IsRefused(Post("Content-Length: " + std::string(value) + "\r\n"))) << value;
    }
}

TEST(ParseHead, ThereIsExactlyOneHost) {
    EXPECT_TRUE(IsRefused("GET / HTTP/1.1\r\n\r\n"));
    EXPECT_TRUE(IsRefused("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"));
    EXPECT_TRUE(IsRefused("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"));
    EXPECT_TRUE(IsRefused("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"));
}

TEST(ParseHead, AHostHasOnlyCharactersOfHosts) {
    const auto with_host = [](std::string_view host) {
        return "GET / HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n";
    };
    for (const std::string_view host : {"", "a", "A.example:8443", "xn--bcher-kva.example", "my_host", "[::1]:80"}) {
        EXPECT_FALSE(IsRefused(with_host(host))) << host;
    }
    for (const std::string_view host :
         {"a b", "user@a.example", "a.example%20", "a/b", "a?b", "a,b", "a\"", "b\303\274cher.example"}) {
        EXPECT_TRUE(IsRefused(with_host(host))) << host;
    }
    EXPECT_TRUE(IsRefused("GET http://a%20b/ HTTP/1.1\r\nHost: a\r\n\r\n"));
}

TEST(ParseHead, Http10HasNoChunks) {
    EXPECT_TRUE(IsRefused("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"));
    for (const std::string_view version :
         {"HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/11", "http/1.1", "HTTP/1.1 ", ""}) {
        EXPECT_TRUE(IsRefused("GET / " + std::string(version) + "\r\nHost: a\r\n\r\n")) << version;
    }
}

TEST(ParseHead, AnAbsoluteTargetBecomesAPathAndAHost) {
    const auto read = [](std::string_view target) {
        Parser parser;
        const auto parsed = ParseHead("GET " + std::string(target) + " HTTP/1.1\r\nHost: other\r\n\r\n", parser);
        EXPECT_FALSE(parsed.refusal) << target;
        return std::string(parser.get().target()) + " at " + std::string(parser.get()["Host"]);
    };
    EXPECT_EQ(read("http://fairlead.example/"), "/ at fairlead.example");
    EXPECT_EQ(read("http://fairlead.example"), "/ at fairlead.example");
    EXPECT_EQ(read("HTTPS://fairlead.example:8443/a/b?c=http://d/e"), "/a/b?c=http://d/e at fairlead.example:8443");
    EXPECT_EQ(read("http://[2001:db8::1]:80?a=1"), "/?a=1 at [2001:db8::1]:80");
    EXPECT_EQ(read("/a"), "/a at other");
}

TEST(ParseHead, TheTargetIsAPath) {
    for (const std::string_view target : {"fairlead.example:443", "events", "", "?a=1", "**", "http://", "http:///path",
                                          "http://name@fairlead.example/", "ftp://fairlead.example/",
                                          "http:/fairlead.example/", "http://fairlead.example#a"}) {
        EXPECT_TRUE(IsRefused("GET " + std::string(target) + " HTTP/1.1\r\nHost: a\r\n\r\n")) << target;
    }
    EXPECT_TRUE(IsRefused("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"));
}

TEST(ParseHead, AmbiguousHeadsAreRefused) {
    using namespace std::string_view_literals;
    for (const std::string_view lines :
         {"Content-Length : 5\r\n"sv, "X\r\n"sv, ": y\r\n"sv, "X: a\rb\r\n"sv, "X: a\0b\r\n"sv, "X\0: a\r\n"sv,
          "X Y: a\r\n"sv, "X\x80: a\r\n"sv, "X: a\r\r\n"sv, "X: a\x7f\r\n"sv}) {
        EXPECT_TRUE(IsRefused(Post(lines))) << lines;
    }
    EXPECT_TRUE(IsRefused("\0GET / HTTP/1.1\r\nHost: a\r\n\r\n"sv));
    EXPECT_TRUE(IsRefused(" GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    EXPECT_TRUE(IsRefused("GET  / HTTP/1.1\r\nHost: a\r\n\r\n"));
    EXPECT_TRUE(IsRefused("G\tET / HTTP/1.1\r\nHost: a\r\n\r\n"));
}

TEST(ParseHead, ABodyOverTheReadLimitIsReported) {
    constexpr std::string_view kMost = "Content-Length: 8388608\r\n";
    constexpr std::string_view kMore = "Content-Length: 8388609\r\n";
    EXPECT_FALSE(Parse(Post(kMost)).refusal);
    EXPECT_FALSE(Parse(Post(kMost)).body_over_read_limit);
    EXPECT_FALSE(Parse(Post(kMore)).refusal);
    EXPECT_TRUE(Parse(Post(kMore)).body_over_read_limit);
    EXPECT_TRUE(IsRefused(Post(std::string(kMore) + "Transfer-Encoding: chunked\r\n")));
    EXPECT_TRUE(IsRefused("POST / HTTP/1.1\r\nContent-Length: 8388609\r\n\r\n"));
}

RC_GTEST_PROP(ScanHead, TheAnswerDoesNotDependOnHowTheBytesArrive, ()) {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "\r\n", "\r\n\r\n", "\n", "\r", " ", "\t", "GET / HTTP/1.1", "Host: a", "x", "\r\n "));
    std::string text;
    for (const auto& piece : pieces) text += piece;
    const HeadScan whole = ScanHead(text);
    HeadScan in_steps;
    for (std::size_t size = 0; size <= text.size() && in_steps.state == ScanState::kIncomplete; ++size) {
        in_steps = ScanHead(std::string_view(text).substr(0, size));
    }
    RC_LOG() << text;
    RC_ASSERT(in_steps.state == whole.state);
    RC_ASSERT(in_steps.length == whole.length);
}

}  // namespace
}  // namespace fairlead::http
