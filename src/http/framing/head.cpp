#include "http/framing/head.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace fairlead::http {
namespace {

namespace beast_http = boost::beast::http;

std::optional<std::string_view> CheckFraming(const beast_http::request<BoundedBody>& request) {
    const bool version_1_1 = request.version() >= 11;
    const auto hosts = request.count(beast_http::field::host);
    if (hosts > 1 || (hosts == 0 && version_1_1)) return "there must be exactly one Host header";
    const auto lengths = request.count(beast_http::field::content_length);
    const auto encodings = request.count(beast_http::field::transfer_encoding);
    // Beast accepts a list of equal lengths as one length.
    const bool list = request[beast_http::field::content_length].find(',') != std::string_view::npos;
    if (lengths > 1 || list) return "there must be at most one Content-Length";
    if (encodings == 0) return std::nullopt;
    if (encodings > 1 || lengths > 0 || !version_1_1)
        return "Transfer-Encoding must appear once, in HTTP/1.1 and without Content-Length";
    const auto value = request[beast_http::field::transfer_encoding];
    if (!EqualIgnoringAsciiCase(value, "chunked")) return "Transfer-Encoding must be chunked";
    return std::nullopt;
}

}  // namespace

HeadScan ScanHead(std::string_view received) {
    // The caller has skipped empty lines before the request, so the first line is the request line.
    const std::string_view window = received.substr(0, kHeadBytesMax);
    for (auto line_end = window.find('\n'); line_end != std::string_view::npos;
         line_end = window.find('\n', line_end + 1)) {
        if (line_end == 0 || window[line_end - 1] != '\r') return {HeadScan::State::kMalformed, 0};
        const bool empty_line = line_end >= 3 && window[line_end - 2] == '\n';
        if (empty_line) return {HeadScan::State::kComplete, line_end + 1};
        const bool folded =
            line_end + 1 < window.size() && (window[line_end + 1] == ' ' || window[line_end + 1] == '\t');
        if (folded) return {HeadScan::State::kMalformed, 0};
    }
    return {received.size() >= kHeadBytesMax ? HeadScan::State::kTooLarge : HeadScan::State::kIncomplete, 0};
}

ParsedHead ParseHead(std::string_view head, Parser& parser) {
    parser.header_limit(kHeadBytesMax);
    parser.body_limit(kBodyBytesReadMax);
    boost::beast::error_code error;
    parser.put(boost::asio::buffer(head.data(), head.size()), error);
    const bool over_read_limit = error == beast_http::error::body_limit;
    if (!over_read_limit && (error || !parser.is_header_done())) return {"the request is not valid HTTP"};
    const std::string_view target = parser.get().target();
    if (!target.starts_with('/') && target != "*") return {"the request target must be a path"};
    return {CheckFraming(parser.get()), over_read_limit};
}

}  // namespace fairlead::http
