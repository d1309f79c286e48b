#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"

namespace fairlead::app {

// Codes for users who have lost the device for one-time codes. Each code works once. A code has 16 characters in four
// groups, without characters that look alike: 80 random bits.
inline constexpr std::size_t kRecoveryCodes = 10;

std::vector<std::string> NewRecoveryCodes();

// The stored form of a code. Nothing if the text cannot be a recovery code. Ignores case, spaces and hyphens. With a
// salt it is argon2id, which is slow: never call it on an I/O thread. The codes of a user have the same salt, so an
// attempt costs one hash. Codes from earlier versions have ten characters and no salt.
std::optional<Bytes32> HashRecoveryCode(std::string_view code, const std::optional<Bytes16>& salt);

}  // namespace fairlead::app
