#pragma once

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fairlead::http {

inline constexpr std::string_view kJsonType = "application/json";
inline constexpr std::string_view kHtmlType = "text/html; charset=utf-8";
inline constexpr std::string_view kCsvType = "text/csv; charset=utf-8";
inline constexpr std::string_view kProblemType = "application/problem+json";

// For content whose URL changes when the content does.
inline constexpr std::string_view kCacheForever = "public, max-age=31536000, immutable";

// A body that is too large to be written at once. The connection's thread asks for the next piece when the client has
// read the previous one.
class BodyStream {
public:
    virtual ~BodyStream() = default;
    // Appends the next piece. Returns false if it was the last.
    virtual bool Next(std::string& out) = 0;
};

// An answer to a request.
struct Response {
    int status = 200;
    std::string_view content_type = kJsonType;
    std::string_view cache_control = "no-store";  // Most answers are valid only now and for one caller.
    std::string body;
    std::string_view fixed_body;         // Used instead of `body` for content that outlives the server.
    std::shared_ptr<BodyStream> stream;  // Used instead of both.
    // The bytes of the stream, if they are known. Otherwise it has chunks.
    std::optional<std::size_t> stream_size = {};
    std::string headers;  // Complete lines, each with its line end.
    bool close = false;   // Close the connection after this answer.

    // The value is written without escaping. It must not contain unchecked input.
    void AddHeader(std::string_view name, std::string_view value) {
        headers.append(name).append(": ").append(value).append("\r\n");
    }
    void AddHeader(std::string_view name, std::int64_t value) {
        char text[24];
        const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
        AddHeader(name, std::string_view(text, static_cast<std::size_t>(end - text)));
    }
};

}  // namespace fairlead::http
