#include "http/pages/file_answer.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

constexpr app::WebFile kScript{.path = "assets/a-1.js",
                               .content_type = "text/javascript",
                               .digest = "d1",
                               .plain = "plain",
                               .brotli = "br",
                               .gzip = "gz"};
constexpr app::WebFile kIcon{
    .path = "favicon.ico", .content_type = "image/x-icon", .digest = "d2", .plain = "icon", .brotli = {}, .gzip = {}};

// The answer to a request with these two headers. An empty header is not sent.
Response Ask(const app::WebFile& file, std::string_view accept_encoding, std::string_view if_none_match = "") {
    boost::beast::http::fields fields;
    if (!accept_encoding.empty()) fields.set("Accept-Encoding", accept_encoding);
    if (!if_none_match.empty()) fields.set("If-None-Match", if_none_match);
    Request request{.method = "GET"};
    request.fields = &fields;
    return FileAnswer(file, request);
}

bool Has(const Response& answer, std::string_view line) {
    return ("\r\n" + answer.headers).contains("\r\n" + std::string(line) + "\r\n");
}

TEST(FileAnswer, EachFormHasItsOwnTag) {
    const Response brotli = Ask(kScript, "br, gzip");
    EXPECT_EQ(brotli.fixed_body, "br");
    EXPECT_TRUE(Has(brotli, "ETag: \"d1-br\""));
    EXPECT_TRUE(Has(brotli, "Content-Encoding: br"));
    const Response gzip = Ask(kScript, "gzip");
    EXPECT_EQ(gzip.fixed_body, "gz");
    EXPECT_TRUE(Has(gzip, "ETag: \"d1-gz\""));
    EXPECT_TRUE(Has(gzip, "Content-Encoding: gzip"));
    const Response plain = Ask(kScript, "");
    EXPECT_EQ(plain.fixed_body, "plain");
    EXPECT_TRUE(Has(plain, "ETag: \"d1\""));
    EXPECT_FALSE(plain.headers.contains("Content-Encoding"));
    for (const Response* answer : {&brotli, &gzip, &plain}) EXPECT_TRUE(Has(*answer, "Vary: Accept-Encoding"));
}

TEST(FileAnswer, AFileOfOneFormDoesNotVary) {
    const Response answer = Ask(kIcon, "br, gzip");
    EXPECT_EQ(answer.fixed_body, "icon");
    EXPECT_FALSE(answer.headers.contains("Vary"));
}

TEST(FileAnswer, OnlyFilesNamedByDigestAreCachedForever) {
    EXPECT_EQ(Ask(kScript, "").cache_control, "public, max-age=31536000, immutable");
    EXPECT_EQ(Ask(kIcon, "").cache_control, "no-cache");
}

TEST(FileAnswer, AFileThatTheClientHasIsNotSentAgain) {
    for (const std::string_view known : {"\"d1-br\"", "W/\"d1-br\"", "\"x\", \"d1-br\"", "*"}) {
        const Response answer = Ask(kScript, "br", known);
        EXPECT_EQ(answer.status, 304) << known;
        EXPECT_EQ(answer.fixed_body, "") << known;
        EXPECT_EQ(answer.content_type, "") << known;
        EXPECT_TRUE(Has(answer, "ETag: \"d1-br\"")) << known;
        EXPECT_TRUE(Has(answer, "Vary: Accept-Encoding")) << known;
    }
}

TEST(FileAnswer, AnotherFormThatTheClientHasDoesNotCount) {
    for (const std::string_view known : {"\"d1\"", "\"d1-gz\"", "d1-br", "\"D1-BR\""}) {
        EXPECT_EQ(Ask(kScript, "br", known).status, 200) << known;
    }
}

}  // namespace
}  // namespace fairlead::http
