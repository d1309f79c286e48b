#pragma once

#include <string_view>

namespace fairlead {

// Whether the text contains invisible characters: zero-width characters, characters that change the direction of the
// text, and line separators. Two texts that differ only in such characters look the same. The text must be valid UTF-8.
bool HasInvisibleCharacter(std::string_view utf8);

// Whether the text contains characters that show as a gap or as nothing, but that texts with several words may contain:
// spaces of any width, and letters without a form such as the Hangul filler. The text must be valid UTF-8.
bool HasBlankCharacter(std::string_view utf8);

}  // namespace fairlead
