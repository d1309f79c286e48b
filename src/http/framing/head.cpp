#include "http/framing/head.hpp"

#include <algorithm>
#include <array>

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

constexpr std::array<std::string_view, 2> kSchemes{"http://", "https://"};

// The target after its scheme, or nothing if the scheme is neither http nor https.
std::optional<std::string_view> AfterScheme(std::string_view target) {
    for (const std::string_view scheme : kSchemes) {
        if (EqualIgnoringAsciiCase(target.substr(0, scheme.size()), scheme)) return target.substr(scheme.size());
    }
    return std::nullopt;
}

// Replaces an absolute target by its path and the Host by its authority. Returns false if the target is not valid.
bool MakeTargetPath(beast_http::request<BoundedBody>& request) {
    const std::string_view target = request.target();
    if (target.starts_with('/') || target == "*") return true;
    const auto rest = AfterScheme(target);
    if (!rest) return false;
    // Copies, because setting the target replaces the text that they are part of.
    const std::string authority(rest->substr(0, rest->find_first_of("/?#")));
    std::string path(rest->substr(authority.size()));
    if (authority.empty() || authority.contains('@') || path.starts_with('#')) return false;
    if (!path.starts_with('/')) path.insert(0, "/");
    request.target(path);
    request.set(beast_http::field::host, authority);
    return true;
}

}  // namespace

bool IsHost(std::string_view text) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
               c == '_' || c == ':' || c == '[' || c == ']';
    };
    return !text.empty() && std::ranges::all_of(text, plain);
}

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
    if (received.size() < kHeadBytesMax) return {HeadScan::State::kIncomplete, 0};
    const bool long_target = window.substr(0, kHeadBytesMax / 2).find('\n') == std::string_view::npos;
    return {long_target ? HeadScan::State::kTargetTooLong : HeadScan::State::kTooLarge, 0};
}

ParsedHead ParseHead(std::string_view head, Parser& parser) {
    parser.header_limit(kHeadBytesMax);
    parser.body_limit(kBodyBytesReadMax);
    boost::beast::error_code error;
    parser.put(boost::asio::buffer(head.data(), head.size()), error);
    const bool over_read_limit = error == beast_http::error::body_limit;
    if (!over_read_limit && (error || !parser.is_header_done())) return {"the request is not valid HTTP"};
    const auto refusal = CheckFraming(parser.get());
    if (!refusal && !MakeTargetPath(parser.get())) return {"the request target must be a path or an http URL"};
    const std::string_view host = parser.get()[beast_http::field::host];
    if (!refusal && !host.empty() && !IsHost(host)) return {"the Host header must be a host with or without a port"};
    return {refusal, over_read_limit};
}

}  // namespace fairlead::http
