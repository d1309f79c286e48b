#pragma once

#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"

namespace fairlead::access {

// An API key is `fairlead_` and 64 lower-case hexadecimal digits, the last 8 a checksum of the rest. The checksum tells
// a mistyped key from a revoked one in a log or a secret scanner without asking anybody.
inline constexpr std::string_view kApiKeyPrefix = "fairlead_";
inline constexpr std::size_t kApiKeyLength = kApiKeyPrefix.size() + 64;

std::string NewApiKey();

// Whether the text has exactly the form of a key, checksum included.
bool IsWellFormedApiKey(std::string_view text);

// What is stored of a key and looked up. A key has 224 random bits, so one fast hash is enough.
Bytes32 HashApiKey(std::string_view key);

// The first characters, by which people tell their keys apart.
std::string DisplayPrefix(std::string_view key);

}  // namespace fairlead::access
