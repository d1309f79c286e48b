#include "base/text/text.hpp"

#include <algorithm>
#include <cstdint>

namespace fairlead {
namespace {

char Upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

std::size_t CountCodePoints(std::string_view utf8) {
    // Every byte except a continuation byte starts a code point.
    return static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char c) { return (static_cast<std::uint8_t>(c) & 0xC0) != 0x80; }));
}

bool HasControlCharacter(std::string_view utf8) {
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<std::uint8_t>(utf8[i]);
        if (byte < 0x20 || byte == 0x7F) return true;
        // C1 controls are U+0080 to U+009F: C2 80 to C2 9F.
        if (byte == 0xC2 && i + 1 < utf8.size() && static_cast<std::uint8_t>(utf8[i + 1]) < 0xA0) return true;
    }
    return false;
}

std::string ToUpperAscii(std::string_view text) {
    std::string upper(text);
    std::ranges::transform(upper, upper.begin(), Upper);
    return upper;
}

bool EqualIgnoringAsciiCase(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return Upper(x) == Upper(y); });
}

std::string_view TrimSpaces(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string_view> SplitTrimmed(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto end = text.find(separator);
        if (const auto part = TrimSpaces(text.substr(0, end)); !part.empty()) parts.push_back(part);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return parts;
}

bool IsValidUtf8(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0U; };
    for (std::size_t i = 0; i < text.size();) {
        const unsigned lead = byte(i);
        const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead >= 0x80 && (lead < 0xC2 || lead > 0xF4)) return false;
        // The second byte rules out overlong encodings, surrogates and values above U+10FFFF.
        const unsigned second = byte(i + 1);
        if (length == 3 && ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F))) return false;
        if (length == 4 && ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F))) return false;
        for (std::size_t k = 1; k < length; ++k) {
            if ((byte(i + k) & 0xC0U) != 0x80U) return false;
        }
        i += length;
    }
    return true;
}

std::string Readable(std::string_view text) {
    std::string readable(text);
    if (!IsValidUtf8(text))
        std::ranges::replace_if(readable, [](char c) { return static_cast<signed char>(c) < 0; }, '?');
    return readable;
}

}  // namespace fairlead
