#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fairlead {

// Returns the number of code points. The text must be valid UTF-8.
std::size_t CountCodePoints(std::string_view utf8);

// Whether the text contains a control character (C0, DEL or C1). The text must be valid UTF-8.
bool HasControlCharacter(std::string_view utf8);

// Whether the text is valid UTF-8 (RFC 3629).
bool IsValidUtf8(std::string_view text);
// The text, or if it is not valid UTF-8, the text with a question mark for every byte that is not ASCII.
std::string Readable(std::string_view text);

// Converts ASCII letters only. Other bytes stay as they are.
std::string ToUpperAscii(std::string_view text);
bool EqualIgnoringAsciiCase(std::string_view a, std::string_view b);

std::string_view TrimSpaces(std::string_view text);

// Allows lookups by std::string_view in a map with std::string keys.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// Splits at `separator` and trims each part. Empty parts are left out.
std::vector<std::string_view> SplitTrimmed(std::string_view text, char separator);

}  // namespace fairlead
