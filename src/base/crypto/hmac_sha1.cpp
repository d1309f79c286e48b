#include "base/crypto/hmac_sha1.hpp"

#include <string>

#include <boost/uuid/detail/sha1.hpp>

namespace fairlead {
namespace {

constexpr std::size_t kBlockBytes = 64;

Bytes20 Sha1(std::string_view first, std::string_view second) {
    boost::uuids::detail::sha1 hash;
    hash.process_bytes(first.data(), first.size());
    hash.process_bytes(second.data(), second.size());
    boost::uuids::detail::sha1::digest_type words;
    hash.get_digest(words);
    Bytes20 digest;
    for (std::size_t i = 0; i < digest.size(); ++i) {
        digest[i] = static_cast<std::uint8_t>(words[i / 4] >> (24 - 8 * (i % 4)));
    }
    return digest;
}

std::string_view TextOf(const Bytes20& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

}  // namespace

Bytes20 HmacSha1(std::string_view key, std::string_view message) {
    const Bytes20 shortened = Sha1(key, {});
    std::string padded(key.size() > kBlockBytes ? TextOf(shortened) : key);
    padded.resize(kBlockBytes, '\0');
    std::string inner = padded;
    std::string outer = padded;
    for (char& c : inner) c = static_cast<char>(c ^ 0x36);
    for (char& c : outer) c = static_cast<char>(c ^ 0x5c);
    return Sha1(outer, TextOf(Sha1(inner, message)));
}

}  // namespace fairlead
