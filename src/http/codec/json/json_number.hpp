#pragma once

#include <algorithm>
#include <string_view>

namespace fairlead::http {

// Removes the white space that a raw token may end with.
inline std::string_view TrimToken(std::string_view token) {
    const auto end = token.find_last_not_of(" \t\r\n");
    return token.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

// Whether the text is a number as defined by RFC 8259.
inline bool IsJsonNumber(std::string_view text) {
    const auto take_digits = [&text] {
        const auto end = std::ranges::find_if_not(text, [](char c) { return c >= '0' && c <= '9'; });
        const auto count = static_cast<std::size_t>(end - text.begin());
        text.remove_prefix(count);
        return count;
    };
    if (text.starts_with('-')) text.remove_prefix(1);
    const bool leading_zero = text.starts_with('0');
    const auto integer_digits = take_digits();
    if (integer_digits == 0 || (leading_zero && integer_digits > 1)) return false;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (take_digits() == 0) return false;
    }
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
        if (take_digits() == 0) return false;
    }
    return text.empty();
}

}  // namespace fairlead::http
