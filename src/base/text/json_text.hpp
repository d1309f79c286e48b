#pragma once

#include <string>
#include <string_view>

namespace fairlead {

// Appends a JSON string literal with its quotes. The text must be valid UTF-8.
void AppendJsonString(std::string& out, std::string_view text);

// The JSON pointer to a member of the root, escaped as RFC 6901 says.
std::string JsonPointerTo(std::string_view member);

// Whether numbers of 64 bits, whole or floating, hold every number in a JSON text as it is written there. The text must
// be valid.
bool HoldsEveryDigit(std::string_view json);

}  // namespace fairlead
