#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace fairlead {

using Bytes16 = std::array<std::uint8_t, 16>;
using Bytes32 = std::array<std::uint8_t, 32>;

// Call this once before any other function of this header or of random.hpp.
void InitializeCryptography();

// BLAKE2b-256.
Bytes32 Digest256(std::string_view data);

// An incremental BLAKE2b, with or without a key. Texts and bytes are preceded by their length, so that two different
// sequences never give the same input.
template <std::size_t kSize>
class Digester {
public:
    using Bytes = std::array<std::uint8_t, kSize>;

    explicit Digester(std::span<const std::uint8_t> key = {});
    Digester& Add(std::string_view part);
    Digester& Add(std::span<const std::uint8_t> part);
    Digester& Add(std::int64_t part);
    Bytes Finish();

private:
    // libsodium's state. It is stored as aligned bytes so that this header does not include libsodium.
    alignas(64) std::array<std::uint8_t, 384> state_;
};

extern template class Digester<16>;
extern template class Digester<32>;
using Digester128 = Digester<16>;
using Digester256 = Digester<32>;

// The time does not depend on where the first difference is.
bool EqualInConstantTime(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);

// argon2id with libsodium's interactive limits. Slow on purpose: never call it on an I/O thread.
std::string HashPassword(std::string_view password);
// As slow as HashPassword. Also returns false if `hash` is not a valid hash.
bool IsPasswordOf(std::string_view password, const std::string& hash);

// argon2id with the same limits and a given salt: equal secrets give equal results, so one call can be compared with
// many stored results. As slow as HashPassword.
Bytes32 StretchSecret(std::string_view secret, const Bytes16& salt);

// Encrypts and authenticates with `key`. The result starts with a new nonce.
std::string Seal(std::string_view plain, const Bytes32& key);
// Returns nothing if the text was changed or sealed with another key.
std::optional<std::string> Unseal(std::string_view sealed, const Bytes32& key);

Bytes32 RandomKey();
Bytes16 RandomSalt();
std::string ToHex(std::span<const std::uint8_t> bytes);
std::optional<Bytes32> KeyFromHex(std::string_view hex);
std::optional<Bytes16> Bytes16FromHex(std::string_view hex);

}  // namespace fairlead
