#pragma once

#include <string_view>

namespace fairlead {

// Whether the text contains characters without a picture of their own: zero-width ones, those that change the direction
// of the text, and separators of lines. Two texts that differ only in them look the same. The text must be valid UTF-8.
bool HasInvisibleCharacter(std::string_view utf8);

}  // namespace fairlead
