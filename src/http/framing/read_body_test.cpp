#include "http/framing/read_body.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::http {
namespace {

using BodyState = BodyProgress::State;

// Feeds one request like a connection: bytes arrive in pieces, and unconsumed bytes are passed again.
class Reading {
public:
    explicit Reading(std::string_view header_line) {
        const std::string head = "POST / HTTP/1.1\r\nHost: a\r\n" + std::string(header_line) + "\r\n\r\n";
        EXPECT_FALSE(ParseHead(head, parser_).refusal) << head;
    }

    BodyState Receive(std::string_view piece) {
        waiting_ += piece;
        const BodyProgress progress = TakeBody(waiting_, parser_);
        waiting_.erase(0, progress.taken);
        return progress.state;
    }

    BodyState ReceiveInPieces(std::string_view text, std::size_t piece) {
        BodyState state = Receive("");
        for (; state == BodyState::kIncomplete && !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
            state = Receive(text.substr(0, piece));
        }
        return state;
    }

    void Drop() { parser_.get().body().unwanted = true; }
    void Limit(std::size_t bytes) { parser_.get().body().bytes_max = bytes; }

    const std::string& body() const { return parser_.get().body().data; }
    bool too_large() const { return parser_.get().body().too_large; }
    std::string_view Header(std::string_view name) const { return parser_.get()[name]; }
    const std::string& left() const { return waiting_; }

private:
    Parser parser_;
    std::string waiting_;
};

constexpr std::string_view kChunked = "Transfer-Encoding: chunked";

TEST(TakeBody, ABodyOfKnownLengthEndsThereWhateverFollows) {
    Reading reading("Content-Length: 5");
    EXPECT_EQ(reading.Receive("he"), BodyState::kIncomplete);
    EXPECT_EQ(reading.Receive("lloGET /"), BodyState::kComplete);
    EXPECT_EQ(reading.body(), "hello");
    EXPECT_EQ(reading.left(), "GET /");
}

TEST(TakeBody, ARequestWithoutABodyIsComplete) {
    EXPECT_EQ(Reading("Content-Length: 0").Receive(""), BodyState::kComplete);
    EXPECT_EQ(Reading("X: y").Receive(""), BodyState::kComplete);
}

TEST(TakeBody, ChunksAreJoined) {
    Reading reading(kChunked);
    EXPECT_EQ(reading.Receive("5\r\nhello\r\n6;name=value\r\n world\r\n0\r\n\r\nGET /"), BodyState::kComplete);
    EXPECT_EQ(reading.body(), "hello world");
    EXPECT_EQ(reading.left(), "GET /");
}

TEST(TakeBody, TheLastChunkMayArriveInAnyPieces) {
    const std::string_view end = "0\r\n\r\n";
    for (std::size_t first = 0; first <= end.size(); ++first) {
        for (std::size_t second = first; second <= end.size(); ++second) {
            Reading reading(kChunked);
            reading.Receive(end.substr(0, first));
            reading.Receive(end.substr(first, second - first));
            EXPECT_EQ(reading.Receive(end.substr(second)), BodyState::kComplete) << first << " " << second;
            EXPECT_EQ(reading.body(), "");
        }
    }
}

TEST(TakeBody, ATrailerAddsNothingToTheHead) {
    Reading reading("X-Forwarded-For: 192.0.2.1\r\nTransfer-Encoding: chunked");
    const std::string_view text = "1\r\n{\r\n0\r\nX-API-Key: late\r\nX-Forwarded-For: 10.0.0.1\r\nHost: b\r\n\r\n";
    EXPECT_EQ(reading.Receive(text), BodyState::kComplete);
    EXPECT_EQ(reading.body(), "{");
    EXPECT_EQ(reading.left(), "");
    EXPECT_EQ(reading.Header("X-API-Key"), "");
    EXPECT_EQ(reading.Header("X-Forwarded-For"), "192.0.2.1");
    EXPECT_EQ(reading.Header("Host"), "a");
}

TEST(TakeBody, TextsOfTheHeadStayValidWhileTheBodyArrives) {
    Reading reading("X-Note: a value that is too long for a short string\r\nTransfer-Encoding: chunked");
    const std::string_view before = reading.Header("X-Note");
    EXPECT_EQ(reading.Receive("1\r\n{\r\n"), BodyState::kIncomplete);
    EXPECT_EQ(reading.Receive("0\r\nX-Note: late\r\n\r\n"), BodyState::kComplete);
    EXPECT_EQ(reading.Header("X-Note").data(), before.data());
}

TEST(TakeBody, AnUnwantedBodyIsReadToItsEndAndNotKept) {
    for (const std::string_view framing : {std::string_view("Content-Length: 300000"), kChunked}) {
        Reading reading(framing);
        reading.Drop();
        const std::string body(300'000, 'x');
        const std::string text = framing == kChunked ? "493e0\r\n" + body + "\r\n0\r\n\r\n" : body;
        EXPECT_EQ(reading.ReceiveInPieces(text + "GET /", 10'000), BodyState::kComplete);
        EXPECT_LT(reading.body().capacity(), 100U);
    }
}

TEST(TakeBody, AHandlerCanSetALowerLimit) {
    for (const std::string_view framing : {std::string_view("Content-Length: 11"), kChunked}) {
        Reading reading(framing);
        reading.Limit(10);
        EXPECT_EQ(reading.Receive(framing == kChunked ? "b\r\nhello world\r\n0\r\n\r\n" : "hello world"),
                  BodyState::kComplete);
        EXPECT_TRUE(reading.too_large());
        EXPECT_EQ(reading.body(), "");
    }
}

TEST(TakeBody, InvalidFramingIsMalformed) {
    for (const std::string_view text :
         {"hello\r\n\r\n", "5\r\nhelloXX0\r\n\r\n", "-1\r\nx\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n",
          "0x5\r\nhello\r\n0\r\n\r\n", "\r\n\r\n\r\n", "fffffffffffffffff\r\nhello", "0\r\nContent-Length: 5\r\n\r\n",
          "0\r\nno colon\r\n\r\n"}) {
        EXPECT_EQ(Reading(kChunked).Receive(text), BodyState::kMalformed) << text;
    }
}

TEST(TakeBody, ALineBetweenChunksIsBounded) {
    Reading endless(kChunked);
    BodyState state = endless.Receive("5;name=");
    std::size_t sent = 0;
    for (; state == BodyState::kIncomplete && sent < 1'000'000; sent += 1000)
        state = endless.Receive(std::string(1000, 'x'));
    EXPECT_EQ(state, BodyState::kMalformed);
    EXPECT_LE(sent, 10'000U);

    Reading trailer(kChunked);
    state = trailer.Receive("0\r\n");
    sent = 0;
    for (; state == BodyState::kIncomplete && sent < 1'000'000; sent += 1000)
        state = trailer.Receive("X: " + std::string(995, 'x') + "\r\n");
    EXPECT_EQ(state, BodyState::kMalformed);
    EXPECT_LE(sent, 10'000U);
}

TEST(TakeBody, ABodyOverTheLimitIsDroppedAndFinallyNotRead) {
    const std::string piece = "10000\r\n" + std::string(65'536, 'x') + "\r\n";
    Reading reading(kChunked);
    for (int i = 0; i < 16; ++i) ASSERT_EQ(reading.Receive(piece), BodyState::kIncomplete);
    EXPECT_FALSE(reading.too_large());
    EXPECT_EQ(reading.body().size(), kBodyBytesMax);
    EXPECT_EQ(reading.Receive(piece), BodyState::kIncomplete);
    EXPECT_TRUE(reading.too_large());
    EXPECT_EQ(reading.body(), "");
    for (int i = 17; i < 128; ++i) ASSERT_EQ(reading.Receive(piece), BodyState::kIncomplete) << i;
    EXPECT_EQ(reading.Receive(piece), BodyState::kOverReadLimit);
}

TEST(TakeBody, ADeclaredLengthOverTheLimitKeepsNothing) {
    Reading reading("Content-Length: 1048577");
    EXPECT_EQ(reading.Receive(std::string(1'048'576, 'x')), BodyState::kIncomplete);
    EXPECT_EQ(reading.Receive("x"), BodyState::kComplete);
    EXPECT_TRUE(reading.too_large());
    EXPECT_EQ(reading.body(), "");
}

RC_GTEST_PROP(TakeBody, TheBodyDoesNotDependOnHowTheBytesArrive, ()) {
    const auto chunks =
        *rc::gen::container<std::vector<std::string>>(rc::gen::nonEmpty(rc::gen::arbitrary<std::string>()));
    std::string text;
    std::string expected;
    for (const auto& chunk : chunks) {
        std::array<char, 24> size{};
        std::snprintf(size.data(), size.size(), "%zX\r\n", chunk.size());
        text += size.data() + chunk + "\r\n";
        expected += chunk;
    }
    text += *rc::gen::element<std::string>("0\r\n\r\n", "000;x\r\n\r\n", "0\r\nX: y\r\n\r\n");
    Reading reading(kChunked);
    RC_ASSERT(reading.ReceiveInPieces(text, *rc::gen::inRange<std::size_t>(1, 20)) == BodyState::kComplete);
    RC_ASSERT(reading.body() == expected);
    RC_ASSERT(reading.left().empty());
}

}  // namespace
}  // namespace fairlead::http
