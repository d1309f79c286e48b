// The parsed request must not depend on how its bytes are split, and an accepted head must not be ambiguous.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "base/assert.hpp"
#include "http/framing/read_body.hpp"
#include "http/server/client_address.hpp"

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

struct BodyReading {
    BodyProgress::State state = BodyProgress::State::kIncomplete;
    std::size_t consumed = 0;
    std::string data;

    bool operator==(const BodyReading&) const = default;
};

std::size_t CountFields(const Parser& parser) {
    return static_cast<std::size_t>(std::distance(parser.get().begin(), parser.get().end()));
}

// Parses the head, then passes the rest to the parser in pieces, as a connection does.
BodyReading Read(std::string_view head, std::string_view rest, std::size_t piece) {
    Parser parser;
    ParseHead(head, parser);
    const std::size_t fields = CountFields(parser);
    BodyReading reading;
    for (std::size_t received = 0; reading.state == BodyProgress::State::kIncomplete;) {
        const BodyProgress progress = TakeBody(rest.substr(reading.consumed, received - reading.consumed), parser);
        reading.state = progress.state;
        reading.consumed += progress.taken;
        FAIRLEAD_ASSERT(received - reading.consumed <= kHeadBytesMax + piece ||
                        reading.state != BodyProgress::State::kIncomplete);
        if (received == rest.size()) break;
        received = std::min(received + piece, rest.size());
    }
    if (reading.state == BodyProgress::State::kComplete) {
        reading.data = parser.get().body().data;
        FAIRLEAD_ASSERT(CountFields(parser) == fields);
    } else {
        reading.consumed = 0;  // The position where it waits or fails depends on the pieces.
    }
    return reading;
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

// Decodes plus and percent signs as in forms.
std::string Decode(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            decoded += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
            i += 2;
        } else {
            decoded += text[i] == '+' ? ' ' : text[i];
        }
    }
    return decoded;
}

void CheckQuery(std::string_view target) {
    const auto question = target.find('?');
    if (question == std::string_view::npos) return;
    // An exact copy on the heap, so that reading beyond it is detected.
    const std::vector<char> exact(target.begin() + static_cast<std::ptrdiff_t>(question) + 1, target.end());
    std::string_view rest(exact.data(), exact.size());
    const auto parameters = Request{.query = rest}.QueryParameters();
    if (!parameters || rest.empty()) return;
    for (const auto& [name, value] : *parameters) {
        const std::string_view parameter = rest.substr(0, rest.find('&'));
        const auto equals = parameter.find('=');
        FAIRLEAD_ASSERT(name == Decode(parameter.substr(0, equals)));
        FAIRLEAD_ASSERT(value == (equals == std::string_view::npos ? "" : Decode(parameter.substr(equals + 1))));
        rest.remove_prefix(std::min(parameter.size() + 1, rest.size()));
    }
    FAIRLEAD_ASSERT(rest.empty());
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
    CheckQuery(parser.get().target());
    static const std::vector<fairlead::IpNetwork> kTrusted{fairlead::IpNetwork::Parse("10.0.0.0/8").value()};
    ClientAddress(kTrusted.front().address, parser.get(), kTrusted);
    if (parsed.body_over_read_limit) return 0;
    const std::string_view rest = received.substr(scan.length);
    // A long trailer may be refused if it arrives in pieces and accepted if it arrives at once.
    if (rest.size() > kHeadBytesMax) return 0;
    FAIRLEAD_ASSERT(Read(head, rest, rest.size() + 1) == Read(head, rest, piece));
    return 0;
}
