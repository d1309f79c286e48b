#pragma once

#include <string>
#include <string_view>

namespace fairlead {

// Appends a JSON string literal with its quotes. The text must be valid UTF-8.
void AppendJsonString(std::string& out, std::string_view text);

// The JSON pointer to a member of the root, escaped according to RFC 6901. A name of more than 100 bytes, which no
// known member has, is cut and ends with "…", because errors repeat it. The name must be valid UTF-8.
std::string JsonPointerTo(std::string_view member);

// Whether every number in a JSON text fits a 64-bit integer or a double without losing digits. The text must be valid
// JSON.
bool HoldsEveryDigit(std::string_view json);

}  // namespace fairlead
