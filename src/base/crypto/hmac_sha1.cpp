#include "base/crypto/hmac_sha1.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/assert.hpp"

namespace fairlead {

Bytes20 HmacSha1(std::string_view key, std::string_view message) {
    Bytes20 code;
    unsigned int length = 0;
    // An empty key may be a null pointer, which OpenSSL would take for "the previous key".
    const char* const key_bytes = key.empty() ? "" : key.data();
    const auto* done =
        HMAC(EVP_sha1(), key_bytes, static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(message.data()), message.size(), code.data(), &length);
    FAIRLEAD_ASSERT(done != nullptr && length == code.size());
    return code;
}

}  // namespace fairlead
