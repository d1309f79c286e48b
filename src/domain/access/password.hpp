#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairlead::access {

inline constexpr std::size_t kPasswordLengthMin = 12;  // In code points.
inline constexpr std::size_t kPasswordLengthMax = 200;

// The rule for new passwords: long enough, not one of the most common, and without the user's e-mail address. Ignores
// case. Returns what is wrong, to be shown to the user, or nothing. Passwords from before the rule still log in.
std::optional<std::string> WhyPasswordIsRefused(std::string_view password, std::string_view email);

// A random password of 96 bits that follows the rule.
std::string NewPassword(std::string_view email);

}  // namespace fairlead::access
