// Loaded into the program before all other libraries (LD_PRELOAD). Hashes passwords and recovery codes with the least
// memory and passes that libsodium allows. A hash contains these numbers, so checking a password is as quick.

#include <dlfcn.h>
#include <sodium.h>

extern "C" int crypto_pwhash_str(char* out, const char* password, unsigned long long length, unsigned long long,
                                 std::size_t) {
    static const auto kReal = reinterpret_cast<decltype(&crypto_pwhash_str)>(dlsym(RTLD_NEXT, "crypto_pwhash_str"));
    return kReal(out, password, length, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN);
}

extern "C" int crypto_pwhash(unsigned char* out, unsigned long long out_length, const char* password,
                             unsigned long long length, const unsigned char* salt, unsigned long long, std::size_t,
                             int algorithm) {
    static const auto kReal = reinterpret_cast<decltype(&crypto_pwhash)>(dlsym(RTLD_NEXT, "crypto_pwhash"));
    return kReal(out, out_length, password, length, salt, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN,
                 algorithm);
}
