#include "http/server/compress.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>

namespace fairlead::http {
namespace {

// Decompresses a complete gzip text.
std::string Gunzip(std::string compressed) {
    z_stream state{};
    EXPECT_EQ(inflateInit2(&state, 15 + 16), Z_OK);
    state.next_in = reinterpret_cast<Bytef*>(compressed.data());
    state.avail_in = static_cast<uInt>(compressed.size());
    std::string plain;
    int result = Z_OK;
    while (result == Z_OK) {
        char room[4096];
        state.next_out = reinterpret_cast<Bytef*>(room);
        state.avail_out = sizeof(room);
        result = inflate(&state, Z_NO_FLUSH);
        plain.append(room, sizeof(room) - state.avail_out);
    }
    EXPECT_EQ(result, Z_STREAM_END);
    EXPECT_EQ(state.avail_in, 0U);
    inflateEnd(&state);
    return plain;
}

std::string BodySent(const Response& response) {
    std::string sent = response.body;
    if (!response.stream) return sent;
    while (response.stream->Next(sent)) {
    }
    return sent;
}

Response Json(std::string body) { return {.body = std::move(body)}; }

TEST(Compressed, AJsonAnswerIsCompressedForAClientThatAsks) {
    const std::string body(5000, 'a');
    const auto answer = Compressed(Json(body), "gzip, deflate");
    ASSERT_TRUE(answer);
    EXPECT_EQ(Gunzip(BodySent(*answer)), body);
    EXPECT_LT(answer->body.size(), 200U);
    EXPECT_EQ(answer->headers, "Content-Encoding: gzip\r\nVary: Accept-Encoding\r\n");
}

TEST(Compressed, OtherClientsGetThePlainAnswer) {
    for (const std::string_view accepted : {"", "identity", "gzip;q=0", "br, deflate"}) {
        EXPECT_FALSE(Compressed(Json(std::string(5000, 'a')), accepted)) << accepted;
    }
}

TEST(Compressed, AShortAnswerIsNotWorthTheWork) {
    EXPECT_FALSE(Compressed(Json(std::string(kCompressedBytesMin - 1, 'a')), "gzip"));
    EXPECT_TRUE(Compressed(Json(std::string(kCompressedBytesMin, 'a')), "gzip"));
}

TEST(Compressed, ErrorsFilesAndOtherTypesStayPlain) {
    const std::string body(5000, 'a');
    EXPECT_FALSE(Compressed({.status = 400, .content_type = kProblemType, .body = body}, "gzip"));
    EXPECT_FALSE(Compressed({.content_type = kCsvType, .body = body}, "gzip"));
    EXPECT_FALSE(Compressed({.fixed_body = body}, "gzip"));
    EXPECT_FALSE(Compressed({.status = 304, .body = body}, "gzip"));
}

TEST(Compressed, ALongAnswerIsCompressedInPieces) {
    std::string body;
    for (int i = 0; body.size() < 1'000'000; ++i) body += std::to_string(i * 7919) + ",";
    const auto answer = Compressed(Json(body), "gzip");
    ASSERT_TRUE(answer);
    ASSERT_TRUE(answer->stream);
    std::string sent;
    int pieces = 1;
    while (answer->stream->Next(sent)) ++pieces;
    EXPECT_EQ(pieces, static_cast<int>((body.size() + kCompressedPieceBytes - 1) / kCompressedPieceBytes));
    EXPECT_EQ(Gunzip(sent), body);
}

TEST(Compressed, TheRestOfTheAnswerStays) {
    Response response{.status = 202, .cache_control = "private", .body = std::string(2000, 'a'), .close = true};
    response.AddHeader("X-RateLimit-Limit", std::int64_t{5});
    const auto answer = Compressed(response, "gzip");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 202);
    EXPECT_EQ(answer->cache_control, "private");
    EXPECT_TRUE(answer->close);
    EXPECT_TRUE(answer->headers.starts_with("X-RateLimit-Limit: 5\r\n"));
}

RC_GTEST_PROP(Compressed, NothingIsLost, (const std::string& start)) {
    const std::string body = start + std::string(kCompressedBytesMin, '{') + start;
    const auto answer = Compressed(Json(body), "gzip");
    RC_ASSERT(answer.has_value());
    RC_ASSERT(Gunzip(BodySent(*answer)) == body);
}

}  // namespace
}  // namespace fairlead::http
