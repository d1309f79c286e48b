#include "domain/outbox/url_template.hpp"

#include <algorithm>

namespace fairlead::outbox {
namespace {

std::unexpected<Error> RefuseTemplate(const std::string& what, std::size_t index) {
    return Fail(ErrorCode::kInvalidValue, what + " at position " + std::to_string(index + 1));
}

// The end of "https://host:port"; the whole length if nothing follows the host.
std::size_t EndOfHost(std::string_view text) {
    const std::size_t scheme = text.find("://");
    if (scheme == std::string_view::npos) return text.size();
    return std::min(text.find_first_of("/?#", scheme + 3), text.size());
}

bool IsUnreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_' || c == '~';
}

}  // namespace

Result<UrlTemplate> UrlTemplate::Parse(std::string_view text) {
    UrlTemplate parsed;
    const std::size_t host_end = EndOfHost(text);
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t brace = std::min(text.find_first_of("{}", at), text.size());
        if (brace > at) parsed.parts_.emplace_back(std::string(text.substr(at, brace - at)));
        if (brace == text.size()) break;
        if (text[brace] == '}') return RefuseTemplate("} without {", brace);
        const std::size_t end = text.find_first_of("{}", brace + 1);
        if (end == std::string_view::npos || text[end] == '{') return RefuseTemplate("{ without }", brace);
        const std::string_view name = text.substr(brace + 1, end - brace - 1);
        const auto known = std::ranges::find(kMacroNames, name);
        if (known == kMacroNames.end()) return RefuseTemplate("unknown macro {" + std::string(name) + "}", brace);
        if (brace < host_end) return RefuseTemplate("a macro must follow the host: {" + std::string(name) + "}", brace);
        parsed.parts_.emplace_back(static_cast<Macro>(known - kMacroNames.begin()));
        at = end + 1;
    }
    return parsed;
}

std::string UrlTemplate::Render(const MacroValues& values) const {
    std::string url;
    for (const auto& part : parts_) {
        const auto* macro = std::get_if<Macro>(&part);
        url += macro == nullptr ? std::get<std::string>(part) : PercentEncode(values[*macro]);
    }
    return url;
}

bool UrlTemplate::Uses(Macro macro) const {
    return std::ranges::any_of(parts_, [&](const auto& part) {
        const auto* used = std::get_if<Macro>(&part);
        return used != nullptr && *used == macro;
    });
}

std::string PercentEncode(std::string_view text) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        if (IsUnreserved(c)) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += kHex[byte >> 4U];
        out += kHex[byte & 15U];
    }
    return out;
}

}  // namespace fairlead::outbox
