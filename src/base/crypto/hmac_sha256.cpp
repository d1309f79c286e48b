#include "base/crypto/hmac_sha256.hpp"

#include <sodium.h>

namespace fairlead {

Bytes32 HmacSha256(std::string_view key, std::string_view message) {
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, reinterpret_cast<const unsigned char*>(key.data()), key.size());
    crypto_auth_hmacsha256_update(&state, reinterpret_cast<const unsigned char*>(message.data()), message.size());
    Bytes32 code;
    crypto_auth_hmacsha256_final(&state, code.data());
    return code;
}

std::string ToBase64(std::span<const std::uint8_t> bytes) {
    std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_ORIGINAL);
    text.pop_back();  // libsodium ends the text with a zero.
    return text;
}

std::optional<std::string> FromBase64(std::string_view text) {
    std::string bytes(text.size(), '\0');
    std::size_t length = 0;
    const int failed = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                                         text.size(), nullptr, &length, nullptr, sodium_base64_VARIANT_ORIGINAL);
    if (failed != 0) return std::nullopt;
    bytes.resize(length);
    return bytes;
}

}  // namespace fairlead
