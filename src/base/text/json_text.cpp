#include "base/text/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace fairlead {
namespace {

bool NeedsEscape(char c) { return static_cast<std::uint8_t>(c) < 0x20 || c == '"' || c == '\\'; }

void AppendEscaped(std::string& out, char c) {
    constexpr std::string_view kEscapeDigits = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default:
            out += "\\u00";
            out += kEscapeDigits[static_cast<std::uint8_t>(c) >> 4];
            out += kEscapeDigits[static_cast<std::uint8_t>(c) & 0x0F];
    }
}

// The significant digits, without leading and trailing zeros.
std::string SignificantDigits(std::string_view number) {
    std::string digits;
    for (const char c : number.substr(0, number.find_first_of("eE"))) {
        const bool is_digit = c >= '0' && c <= '9';
        if (is_digit && !(c == '0' && digits.empty())) digits += c;
    }
    while (digits.ends_with('0')) digits.pop_back();
    return digits;
}

template <class Number>
bool Reads(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

bool HoldsDigits(std::string_view number) {
    std::int64_t whole = 0;
    std::uint64_t large = 0;
    double floating = 0;
    if (Reads(number, whole) || Reads(number, large)) return true;
    if (!Reads(number, floating)) return false;
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.begin(), text.end(), floating, std::chars_format::scientific);
    return SignificantDigits(number) == SignificantDigits({text.begin(), written.ptr});
}

// The position after the string literal that begins at `start`.
std::size_t EndOfString(std::string_view json, std::size_t start) {
    std::size_t i = start + 1;
    while (i < json.size() && json[i] != '"') i += json[i] == '\\' ? 2U : 1U;
    return i + 1;
}

constexpr std::size_t kShownMemberBytesMax = 100;

// The beginning of a name. Cuts no code point.
std::string_view CutMember(std::string_view member) {
    if (member.size() <= kShownMemberBytesMax) return member;
    std::size_t end = kShownMemberBytesMax;
    while (end > 0 && (static_cast<unsigned char>(member[end]) & 0xC0) == 0x80) --end;
    return member.substr(0, end);
}

}  // namespace

bool HoldsEveryDigit(std::string_view json) {
    for (std::size_t i = 0; i < json.size();) {
        if (json[i] == '"') {
            i = EndOfString(json, i);
        } else if (json[i] == '-' || (json[i] >= '0' && json[i] <= '9')) {
            const std::size_t end = std::min(json.find_first_not_of("+-.0123456789Ee", i), json.size());
            if (!HoldsDigits(json.substr(i, end - i))) return false;
            i = end;
        } else {
            ++i;
        }
    }
    return true;
}

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
    const std::string_view shown = CutMember(member);
    std::string pointer = "/";
    for (const char c : shown) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
    if (shown.size() < member.size()) pointer += "…";
    return pointer;
}

}  // namespace fairlead
