#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"

namespace fairlead::app {

// Codes for who has lost the device that makes one-time codes; each works once. Ten characters in two halves, without
// those that look alike: 50 random bits, behind a limit of attempts.
inline constexpr std::size_t kRecoveryCodes = 10;

std::vector<std::string> NewRecoveryCodes();

// Small letters, spaces and the hyphen make no difference.
Bytes32 HashRecoveryCode(std::string_view code);

}  // namespace fairlead::app
