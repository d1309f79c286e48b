#include "base/crypto/secrets.hpp"

#include <cstring>

#include <sodium.h>

#include "base/assert.hpp"

namespace fairlead {
namespace {

const unsigned char* Raw(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* Raw(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

template <class Bytes>
std::optional<Bytes> BytesFromHex(std::string_view hex) {
    Bytes bytes;
    std::size_t length = 0;
    const int failed = sodium_hex2bin(bytes.data(), bytes.size(), hex.data(), hex.size(), nullptr, &length, nullptr);
    if (failed != 0 || length != bytes.size() || hex.size() != 2 * bytes.size()) return std::nullopt;
    return bytes;
}

}  // namespace

void InitializeCryptography() { FAIRLEAD_ASSERT(sodium_init() >= 0); }

Bytes32 Digest256(std::string_view data) {
    Bytes32 digest;
    crypto_generichash(digest.data(), digest.size(), Raw(data), data.size(), nullptr, 0);
    return digest;
}

static_assert(sizeof(crypto_generichash_state) <= 384);

static crypto_generichash_state* StateOf(std::array<std::uint8_t, 384>& bytes) {
    return reinterpret_cast<crypto_generichash_state*>(bytes.data());
}

template <std::size_t kSize>
Digester<kSize>::Digester(std::span<const std::uint8_t> key) {
    crypto_generichash_init(StateOf(state_), key.data(), key.size(), kSize);
}

template <std::size_t kSize>
Digester<kSize>& Digester<kSize>::Add(std::span<const std::uint8_t> part) {
    Add(static_cast<std::int64_t>(part.size()));
    crypto_generichash_update(StateOf(state_), part.data(), part.size());
    return *this;
}

template <std::size_t kSize>
Digester<kSize>& Digester<kSize>::Add(std::string_view part) {
    return Add(std::span(Raw(part), part.size()));
}

template <std::size_t kSize>
Digester<kSize>& Digester<kSize>::Add(std::int64_t part) {
    std::array<std::uint8_t, 8> little_endian;
    for (std::size_t i = 0; i < 8; ++i) little_endian[i] = static_cast<std::uint8_t>(part >> (8 * i));
    crypto_generichash_update(StateOf(state_), little_endian.data(), little_endian.size());
    return *this;
}

template <std::size_t kSize>
typename Digester<kSize>::Bytes Digester<kSize>::Finish() {
    Bytes digest;
    crypto_generichash_final(StateOf(state_), digest.data(), digest.size());
    return digest;
}

template class Digester<16>;
template class Digester<32>;

bool EqualInConstantTime(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string HashPassword(std::string_view password) {
    std::array<char, crypto_pwhash_STRBYTES> hash;
    const int failed = crypto_pwhash_str(hash.data(), password.data(), password.size(),
                                         crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE);
    FAIRLEAD_ASSERT(failed == 0);
    return hash.data();
}

bool IsPasswordOf(std::string_view password, const std::string& hash) {
    return crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
}

static_assert(sizeof(Bytes16) == crypto_pwhash_SALTBYTES);

Bytes32 StretchSecret(std::string_view secret, const Bytes16& salt) {
    Bytes32 stretched;
    const int failed = crypto_pwhash(stretched.data(), stretched.size(), secret.data(), secret.size(), salt.data(),
                                     crypto_pwhash_OPSLIMIT_INTERACTIVE, crypto_pwhash_MEMLIMIT_INTERACTIVE,
                                     crypto_pwhash_ALG_ARGON2ID13);
    FAIRLEAD_ASSERT(failed == 0);
    return stretched;
}

std::string Seal(std::string_view plain, const Bytes32& key) {
    std::string sealed(crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + plain.size(), '\0');
    randombytes_buf(sealed.data(), crypto_secretbox_NONCEBYTES);
    crypto_secretbox_easy(Raw(sealed) + crypto_secretbox_NONCEBYTES, Raw(plain), plain.size(), Raw(sealed), key.data());
    return sealed;
}

std::optional<std::string> Unseal(std::string_view sealed, const Bytes32& key) {
    constexpr std::size_t kOverhead = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
    if (sealed.size() < kOverhead) return std::nullopt;
    std::string plain(sealed.size() - kOverhead, '\0');
    const auto box = sealed.substr(crypto_secretbox_NONCEBYTES);
    if (crypto_secretbox_open_easy(Raw(plain), Raw(box), box.size(), Raw(sealed), key.data()) != 0) return std::nullopt;
    return plain;
}

Bytes32 RandomKey() {
    Bytes32 key;
    randombytes_buf(key.data(), key.size());
    return key;
}

Bytes16 RandomSalt() {
    Bytes16 salt;
    randombytes_buf(salt.data(), salt.size());
    return salt;
}

std::string ToHex(std::span<const std::uint8_t> bytes) {
    std::string hex(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), bytes.data(), bytes.size());
    hex.pop_back();
    return hex;
}

std::optional<Bytes32> KeyFromHex(std::string_view hex) { return BytesFromHex<Bytes32>(hex); }
std::optional<Bytes16> Bytes16FromHex(std::string_view hex) { return BytesFromHex<Bytes16>(hex); }

}  // namespace fairlead
