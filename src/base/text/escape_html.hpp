#pragma once

#include <string>
#include <string_view>

namespace fairlead {

// The text as it is written in HTML, also inside the quotes of an attribute.
std::string EscapeHtml(std::string_view text);

}  // namespace fairlead
