#include "http/server/answer_head.hpp"

#include "http/server/status.hpp"

namespace fairlead::http {
namespace {

constexpr int kNotModified = 304;

}  // namespace

std::string_view BodyOf(const Response& response) {
    return response.fixed_body.empty() ? std::string_view(response.body) : response.fixed_body;
}

void AppendAnswerHead(std::string& out, const Response& response, const AnswerFraming& framing) {
    out.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
    out.append(ReasonPhrase(response.status)).append("\r\nDate: ").append(framing.date);
    if (!response.content_type.empty()) out.append("\r\nContent-Type: ").append(response.content_type);
    // With 304, a Content-Length would describe the client's cached copy.
    const auto size = response.stream ? response.stream_size : BodyOf(response).size();
    if (size && response.status != kNotModified) out.append("\r\nContent-Length: ").append(std::to_string(*size));
    if (framing.chunked) out.append("\r\nTransfer-Encoding: chunked");
    out.append("\r\nCache-Control: ").append(response.cache_control);
    out.append("\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: ");
    out.append(framing.request_id).append("\r\n").append(response.headers);
    if (framing.close) out.append("Connection: close\r\n");
    out.append("\r\n");
}

}  // namespace fairlead::http
