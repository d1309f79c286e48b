#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"

namespace fairlead {

// HMAC (RFC 2104) with SHA-256, for signatures that others check.
Bytes32 HmacSha256(std::string_view key, std::string_view message);

// Base64 with padding (RFC 4648 §4).
std::string ToBase64(std::span<const std::uint8_t> bytes);
// Nothing if the text is not base64 with padding.
std::optional<std::string> FromBase64(std::string_view text);

}  // namespace fairlead
