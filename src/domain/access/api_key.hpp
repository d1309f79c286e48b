#pragma once

#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"

namespace fairlead::access {

// An API key is `fairlead_` and 64 lower-case hexadecimal digits. The last 8 are a checksum of the rest, so that a
// mistyped key is recognized without a database, for example in a log or by a secret scanner.
inline constexpr std::string_view kApiKeyPrefix = "fairlead_";
inline constexpr std::size_t kApiKeyLength = kApiKeyPrefix.size() + 64;

std::string NewApiKey();

// Whether the text has exactly the form of a key, checksum included.
bool IsWellFormedApiKey(std::string_view text);

// The hash that is stored and searched instead of the key. A key has 224 random bits, so one fast hash is enough.
Bytes32 HashApiKey(std::string_view key);

// The first characters, by which people recognize their keys.
std::string DisplayPrefix(std::string_view key);

}  // namespace fairlead::access
