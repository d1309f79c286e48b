#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"

namespace fairlead::app {

// Codes for users who have lost the device for one-time codes. Each code works once. A code has ten characters in two
// halves, without characters that look alike: 50 random bits, protected by a limit of attempts.
inline constexpr std::size_t kRecoveryCodes = 10;

std::vector<std::string> NewRecoveryCodes();

// Ignores case, spaces and the hyphen.
Bytes32 HashRecoveryCode(std::string_view code);

}  // namespace fairlead::app
