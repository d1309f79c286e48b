#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fairlead {

using Bytes20 = std::array<std::uint8_t, 20>;

// RFC 2104 with SHA-1: what the apps that make one-time codes have in common. For nothing else.
Bytes20 HmacSha1(std::string_view key, std::string_view message);

}  // namespace fairlead
