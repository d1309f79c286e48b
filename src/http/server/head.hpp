#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/beast/http/parser.hpp>

#include "http/server/body.hpp"

namespace fairlead::http {

inline constexpr std::size_t kHeadBytesMax = 8192;

using Parser = boost::beast::http::request_parser<BoundedBody>;

// How far the head of a request has come in what was received so far.
struct HeadScan {
    enum class State : std::uint8_t { kIncomplete, kComplete, kMalformed, kTooLarge };
    State state = State::kIncomplete;
    std::size_t length = 0;  // Of a complete head, with the empty line that ends it.
};

// Looks for the end of the head. A line that ends without a carriage return, and a line that is folded into the next,
// are malformed: Beast lets them pass, and another program on the way might read them differently.
HeadScan ScanHead(std::string_view received);

// What became of a head.
struct ParsedHead {
    std::optional<std::string_view> refusal;  // Why the request must be answered with 400.
    bool body_over_read_limit = false;        // The body is declared larger than will even be read.
};

// Parses a complete head. Refused is what Beast refuses, and what it accepts but leaves open to two readings:
// Transfer-Encoding other than chunked or beside Content-Length, a Host that is missing or there twice.
ParsedHead ParseHead(std::string_view head, Parser& parser);

}  // namespace fairlead::http
