#include "base/crypto/decoy_hash.hpp"

#include <array>

#include <sodium.h>

#include "base/assert.hpp"
#include "base/crypto/random.hpp"

namespace fairlead {
namespace {

// Random bytes, encoded as in the text of a hash.
template <std::size_t kBytes>
std::string RandomPart() {
    constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL_NO_PADDING;
    std::array<std::uint8_t, kBytes> bytes;
    FillRandom(bytes);
    std::array<char, sodium_base64_ENCODED_LEN(kBytes, kVariant)> text;
    return sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), kVariant);
}

}  // namespace

std::string DecoyHash() {
    constexpr std::size_t kHashBytes = 32;
    // The text that crypto_pwhash_str makes, with random bytes in place of the result.
    std::string hash = "$argon2id$v=19$m=" + std::to_string(crypto_pwhash_MEMLIMIT_INTERACTIVE / 1024) +
                       ",t=" + std::to_string(crypto_pwhash_OPSLIMIT_INTERACTIVE) + ",p=1$" +
                       RandomPart<crypto_pwhash_SALTBYTES>() + "$" + RandomPart<kHashBytes>();
    FAIRLEAD_ASSERT(crypto_pwhash_str_needs_rehash(hash.c_str(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                                   crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0);
    return hash;
}

}  // namespace fairlead
