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

// Must run once before anything else of this header or of random.hpp.
void InitializeCryptography();

// BLAKE2b-256.
Bytes32 Digest256(std::string_view data);

// An incremental BLAKE2b, keyed or not. Texts and bytes are preceded by their length, so that no two different
// sequences of them run together into the same input.
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
    // libsodium's state, held as aligned bytes so that its header stays inside base's sources.
    alignas(64) std::array<std::uint8_t, 384> state_;
};

extern template class Digester<16>;
extern template class Digester<32>;
using Digester128 = Digester<16>;
using Digester256 = Digester<32>;

// Takes the same time wherever the first difference is.
bool EqualInConstantTime(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);

// argon2id with libsodium's interactive limits; slow by intent, never on an I/O thread.
std::string HashPassword(std::string_view password);
// As slow. False also for what is no such hash.
bool IsPasswordOf(std::string_view password, const std::string& hash);

// Encrypts and authenticates under `key`; a fresh nonce stands in front of the result.
std::string Seal(std::string_view plain, const Bytes32& key);
// Nothing, if the text was changed or sealed under another key.
std::optional<std::string> Unseal(std::string_view sealed, const Bytes32& key);

Bytes32 RandomKey();
std::string ToHex(std::span<const std::uint8_t> bytes);
std::optional<Bytes32> KeyFromHex(std::string_view hex);
std::optional<Bytes16> Bytes16FromHex(std::string_view hex);

}  // namespace fairlead
