#pragma once

#include <string>
#include <string_view>

namespace fairlead {

// Appends the text in the form in which searches compare it: in lower case and without accents, so that "muller" finds
// "Müller". Covers Latin letters up to U+017F, Greek, and the case of Cyrillic letters. Other characters stay as they
// are; control characters become spaces. The text must be valid UTF-8.
void AppendFolded(std::string& out, std::string_view utf8);
std::string Folded(std::string_view utf8);

}  // namespace fairlead
