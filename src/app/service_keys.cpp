#include "app/service_keys.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

#include "base/text.hpp"

namespace fairlead::app {
namespace {

constexpr const char* kAddressKeySetting = "address_key";

Status WriteNewSecret(const std::string& path) {
    const std::string text = ToHex(RandomKey()) + "\n";
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        return Fail(ErrorCode::kUnavailable, "cannot make the secret file " + path + ": " + std::strerror(errno));
    }
    const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(file) == 0;
    close(file);
    return written ? Status() : Status(Fail(ErrorCode::kUnavailable, "cannot write the secret file " + path));
}

}  // namespace

Result<Bytes32> LoadOrMakeSecret(const std::string& path) {
    if (access(path.c_str(), F_OK) != 0) {
        if (auto written = WriteNewSecret(path); !written) return std::unexpected(written.error());
    }
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    const auto secret = KeyFromHex(TrimSpaces(line));
    if (!secret) return Fail(ErrorCode::kUnavailable, "the secret file " + path + " must hold 64 hexadecimal digits");
    return *secret;
}

Result<ServiceKeys> LoadServiceKeys(Ledger& ledger, const Bytes32& secret) {
    const Bytes32 fresh = RandomKey();
    const std::string_view plain(reinterpret_cast<const char*>(fresh.data()), fresh.size());
    const auto sealed = ledger.SettingOrStore(kAddressKeySetting, Seal(plain, secret));
    if (!sealed) return std::unexpected(sealed.error());
    const auto key = Unseal(*sealed, secret);
    if (!key || key->size() != fresh.size()) {
        return Fail(ErrorCode::kUnavailable,
                    "the ledger's keys are wrapped by another secret: give this node the secret file of the others "
                    "(--secret-file)");
    }
    ServiceKeys keys;
    std::ranges::copy(*key, keys.address_key.begin());
    return keys;
}

}  // namespace fairlead::app
