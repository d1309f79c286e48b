#include "base/crypto/short_hash.hpp"

#include <sodium.h>

namespace fairlead {

static_assert(crypto_shorthash_KEYBYTES == std::tuple_size_v<Bytes16> && crypto_shorthash_BYTES == 8);

std::uint64_t ShortHash(std::span<const std::uint8_t> data, const Bytes16& key) {
    std::array<std::uint8_t, 8> bytes;
    crypto_shorthash(bytes.data(), data.data(), data.size(), key.data());
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) hash |= std::uint64_t{bytes[i]} << (8 * i);
    return hash;
}

}  // namespace fairlead
