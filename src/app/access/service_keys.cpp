#include "app/access/service_keys.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

#include "base/text/text.hpp"

namespace fairlead::app {
namespace {

constexpr const char* kTokenKeySetting = "token_key";

Status WriteNewSecret(const std::string& path) {
    const std::string text = ToHex(RandomKey()) + "\n";
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        return Fail(ErrorCode::kUnavailable, "cannot create the secret file " + path + ": " + std::strerror(errno));
    }
    const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(file) == 0;
    close(file);
    return written ? Status() : Status(Fail(ErrorCode::kUnavailable, "cannot write the secret file " + path));
}

Result<Bytes32> LoadKey(CatalogueStore& store, const char* setting, const Bytes32& secret) {
    Bytes32 key = RandomKey();
    const std::string_view fresh(reinterpret_cast<const char*>(key.data()), key.size());
    const auto sealed = TRY(store.SettingOrStore(setting, Seal(fresh, secret)));
    const auto plain = Unseal(sealed, secret);
    if (!plain || plain->size() != key.size()) {
        return Fail(ErrorCode::kForbidden,
                    "the ledger's keys are wrapped by another secret. Copy the secret file of another node to this one "
                    "(--secret-file)");
    }
    std::ranges::copy(*plain, key.begin());
    return key;
}

Result<Bytes32> ReadSecret(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    const auto secret = KeyFromHex(TrimSpaces(line));
    if (!secret) return Fail(ErrorCode::kUnavailable, "the secret file " + path + " must hold 64 hexadecimal digits");
    return *secret;
}

Result<ServiceKeys> LoadWith(const Bytes32& secret, CatalogueStore& store) {
    const auto address_key = TRY(LoadKey(store, kAddressKeySetting, secret));
    const auto token_key = TRY(LoadKey(store, kTokenKeySetting, secret));
    return ServiceKeys{.address_key = address_key, .token_key = token_key};
}

}  // namespace

Result<ServiceKeys> LoadServiceKeys(CatalogueStore& store, const std::string& secret_path) {
    const bool is_new = ::access(secret_path.c_str(), F_OK) != 0;
    if (is_new) {
        TRY(WriteNewSecret(secret_path));
    }
    const auto secret = TRY(ReadSecret(secret_path));
    auto keys = LoadWith(secret, store);
    // A new file whose secret is wrong is removed, because it could be mistaken for the lost one. After any other
    // failure the file stays: a key may already be wrapped with it.
    if (is_new && !keys && keys.error().code == ErrorCode::kForbidden) unlink(secret_path.c_str());
    return keys;
}

}  // namespace fairlead::app
