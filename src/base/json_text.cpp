#include "base/json_text.hpp"

#include <algorithm>
#include <cstdint>

namespace fairlead {
namespace {

bool NeedsEscape(char c) { return static_cast<std::uint8_t>(c) < 0x20 || c == '"' || c == '\\'; }

void AppendEscaped(std::string& out, char c) {
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default:
            out += "\\u00";
            out += kHex[static_cast<std::uint8_t>(c) >> 4];
            out += kHex[static_cast<std::uint8_t>(c) & 0x0F];
    }
}

}  // namespace

void AppendJsonString(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        const auto plain_end = std::ranges::find_if(text, NeedsEscape);
        const auto plain = static_cast<std::size_t>(plain_end - text.begin());
        out.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) break;
        AppendEscaped(out, text.front());
        text.remove_prefix(1);
    }
    out += '"';
}

std::string JsonPointerTo(std::string_view member) {
    std::string pointer = "/";
    for (const char c : member) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
    return pointer;
}

}  // namespace fairlead
