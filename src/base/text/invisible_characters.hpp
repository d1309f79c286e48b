#pragma once

#include <string_view>

namespace fairlead {

// Whether the text contains invisible characters: zero-width characters, characters that change the direction of the
// text, and line separators. Two texts that differ only in such characters look the same. The text must be valid UTF-8.
bool HasInvisibleCharacter(std::string_view utf8);

}  // namespace fairlead
