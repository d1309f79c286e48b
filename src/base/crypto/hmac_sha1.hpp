#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fairlead {

using Bytes20 = std::array<std::uint8_t, 20>;

// HMAC (RFC 2104) with SHA-1, which authenticator apps use for one-time codes. Do not use it for anything else.
Bytes20 HmacSha1(std::string_view key, std::string_view message);

}  // namespace fairlead
