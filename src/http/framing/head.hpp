#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/beast/http/parser.hpp>

#include "http/framing/body.hpp"

namespace fairlead::http {

inline constexpr std::size_t kHeadBytesMax = 8192;

using Parser = boost::beast::http::request_parser<BoundedBody>;

// The state of a request head in the bytes that were received so far.
struct HeadScan {
    enum class State : std::uint8_t { kIncomplete, kComplete, kMalformed, kTargetTooLong, kTooLarge };
    State state = State::kIncomplete;
    std::size_t length = 0;  // Of a complete head, including the empty line at its end.
};

// Finds the end of the head. A line that ends without a carriage return and a folded line are malformed. Beast accepts
// both, but a proxy might read them differently. If a head is too large because of its first line, the target is too
// long.
HeadScan ScanHead(std::string_view received);

// The result of parsing a head.
struct ParsedHead {
    std::optional<std::string_view> refusal;  // Why the request must be answered with 400.
    bool body_over_read_limit = false;        // Content-Length is over kBodyBytesReadMax.
};

// Whether the text has only the characters of a host with or without a port. In a URL, any other text could lead to
// another site.
bool IsHost(std::string_view text);

// Parses a complete head. Refuses what Beast refuses, and ambiguous heads that Beast accepts: a Transfer-Encoding other
// than chunked or together with Content-Length, a missing or repeated Host or one that is no host. A target with a
// scheme and an authority, as clients of proxies send it, becomes a path, and its authority becomes the Host (RFC
// 9112, 3.2.2).
ParsedHead ParseHead(std::string_view head, Parser& parser);

}  // namespace fairlead::http
