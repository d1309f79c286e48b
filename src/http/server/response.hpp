#pragma once

#include <charconv>
#include <memory>
#include <string>
#include <string_view>

namespace fairlead::http {

inline constexpr std::string_view kJsonType = "application/json";
inline constexpr std::string_view kHtmlType = "text/html; charset=utf-8";
inline constexpr std::string_view kCsvType = "text/csv; charset=utf-8";
inline constexpr std::string_view kProblemType = "application/problem+json";

// A body that is too large to be made at once. Asked on the connection's thread, piece by piece as the client takes it.
class BodyStream {
public:
    virtual ~BodyStream() = default;
    // Appends the next piece; false when that was the last.
    virtual bool Next(std::string& out) = 0;
};

// An answer on its way out.
struct Response {
    int status = 200;
    std::string_view content_type = kJsonType;
    std::string_view cache_control = "no-store";  // Most answers are about one moment and one caller.
    std::string body;
    std::string_view fixed_body;         // Instead of `body`, for what never changes.
    std::shared_ptr<BodyStream> stream;  // Instead of both.
    std::string headers;                 // Whole lines, each with its line end.
    bool close = false;                  // The connection ends after this answer.

    // The value must not come from outside unchecked: it is written as it is.
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
