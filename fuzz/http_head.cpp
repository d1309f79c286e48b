// What a request is must not depend on how its bytes arrive, and a head that passes leaves nothing open to two
// readings.
#include <algorithm>
#include <string>

#include "base/assert.hpp"
#include "http/head.hpp"

namespace {

using namespace fairlead::http;
using State = HeadScan::State;

HeadScan ScanInPieces(std::string_view received, std::size_t piece) {
    for (std::size_t size = piece; size < received.size(); size += piece) {
        const HeadScan scan = ScanHead(received.substr(0, size));
        if (scan.state != State::kIncomplete) return scan;
    }
    return ScanHead(received);
}

struct ReadBody {
    bool done = false;
    bool failed = false;
    std::size_t consumed = 0;
    std::string data;

    bool operator==(const ReadBody&) const = default;
};

// Gives a parser whose head is done the rest in pieces, as a connection does.
ReadBody Read(std::string_view head, std::string_view rest, std::size_t piece) {
    Parser parser;
    ParseHead(head, parser);
    ReadBody body;
    std::size_t received = 0;
    while (!parser.is_done() && !body.failed && received < rest.size()) {
        received = std::min(received + piece, rest.size());
        bool stuck = false;
        while (!parser.is_done() && !body.failed && !stuck && body.consumed < received) {
            boost::beast::error_code error;
            const std::string_view waiting = rest.substr(body.consumed, received - body.consumed);
            const std::size_t taken = parser.put(boost::asio::buffer(waiting.data(), waiting.size()), error);
            body.consumed += taken;
            stuck = error == boost::beast::http::error::need_more || (!error && taken == 0);
            body.failed = error && !stuck;
        }
    }
    body.done = parser.is_done();
    if (body.done) body.data = parser.get().body().data;
    if (!body.done) body.consumed = 0;  // Where it waits or fails depends on the pieces.
    return body;
}

bool NameIs(std::string_view line, std::string_view lower_name) {
    return line.size() > lower_name.size() && line[lower_name.size()] == ':' &&
           std::ranges::equal(line.substr(0, lower_name.size()), lower_name,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

int CountLines(std::string_view head, std::string_view lower_name) {
    int count = 0;
    for (auto end = head.find("\r\n"); end != std::string_view::npos; end = head.find("\r\n")) {
        if (NameIs(head.substr(0, end), lower_name)) ++count;
        head.remove_prefix(end + 2);
    }
    return count;
}

void CheckOneReading(std::string_view head) {
    const int lengths = CountLines(head, "content-length");
    const int encodings = CountLines(head, "transfer-encoding");
    FAIRLEAD_ASSERT(CountLines(head, "host") <= 1);
    FAIRLEAD_ASSERT(lengths + encodings <= 1);
    FAIRLEAD_ASSERT(head.find("\r\n ") == std::string_view::npos && head.find("\r\n\t") == std::string_view::npos);
    FAIRLEAD_ASSERT(head.find('\0') == std::string_view::npos);
    for (std::size_t i = 0; i < head.size(); ++i) {
        if (head[i] == '\n') FAIRLEAD_ASSERT(i > 0 && head[i - 1] == '\r');
        if (head[i] == '\r') FAIRLEAD_ASSERT(i + 1 < head.size() && head[i + 1] == '\n');
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t piece = data[0] % 64U + size / 256 + 1;
    const std::string_view received(reinterpret_cast<const char*>(data) + 1, size - 1);
    const HeadScan scan = ScanHead(received);
    const HeadScan in_pieces = ScanInPieces(received, piece);
    FAIRLEAD_ASSERT(scan.state == in_pieces.state && scan.length == in_pieces.length);
    if (scan.state != State::kComplete) return 0;

    FAIRLEAD_ASSERT(scan.length <= kHeadBytesMax && received.substr(0, scan.length).ends_with("\r\n\r\n"));
    const std::string_view head = received.substr(0, scan.length);
    Parser parser;
    const ParsedHead parsed = ParseHead(head, parser);
    if (parsed.refusal) return 0;
    CheckOneReading(head);
    if (parsed.body_over_read_limit) return 0;
    const std::string_view rest = received.substr(scan.length);
    FAIRLEAD_ASSERT(Read(head, rest, rest.size() + 1) == Read(head, rest, piece));
    return 0;
}
