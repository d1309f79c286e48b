#include "domain/access/api_key.hpp"

#include <algorithm>

#include "base/crypto/random.hpp"

namespace fairlead::access {
namespace {

constexpr std::size_t kRandomDigits = 56;
constexpr std::size_t kChecksumDigits = 8;
constexpr std::size_t kDisplayDigits = 8;

std::string Checksum(std::string_view random_digits) {
    return ToHex(Digest256(random_digits)).substr(0, kChecksumDigits);
}

bool IsLowerHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

std::string NewApiKey() {
    const std::string digits = RandomHex(kRandomDigits);
    return std::string(kApiKeyPrefix) + digits + Checksum(digits);
}

bool IsWellFormedApiKey(std::string_view text) {
    if (!text.starts_with(kApiKeyPrefix)) return false;
    text.remove_prefix(kApiKeyPrefix.size());
    if (text.size() != kRandomDigits + kChecksumDigits || !std::ranges::all_of(text, IsLowerHex)) return false;
    return text.substr(kRandomDigits) == Checksum(text.substr(0, kRandomDigits));
}

Bytes32 HashApiKey(std::string_view key) { return Digest256(key); }

std::string DisplayPrefix(std::string_view key) {
    return std::string(key.substr(0, kApiKeyPrefix.size() + kDisplayDigits));
}

}  // namespace fairlead::access
