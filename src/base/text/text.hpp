#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fairlead {

// The number of code points of text that is known to be valid UTF-8.
std::size_t CountCodePoints(std::string_view utf8);

// Whether valid UTF-8 has a control character (C0, DEL or C1).
bool HasControlCharacter(std::string_view utf8);

// Whether the text is UTF-8 as RFC 3629 has it.
bool IsValidUtf8(std::string_view text);

// ASCII letters only; other bytes stay as they are.
std::string ToUpperAscii(std::string_view text);
bool EqualIgnoringAsciiCase(std::string_view a, std::string_view b);

std::string_view TrimSpaces(std::string_view text);

// Lets a table with texts for keys be asked with a view.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// The trimmed parts between `separator`s; empty parts are left out.
std::vector<std::string_view> SplitTrimmed(std::string_view text, char separator);

}  // namespace fairlead
