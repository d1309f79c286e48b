#include "service/backup_secret.hpp"

#include <filesystem>
#include <fstream>

#include <fcntl.h>

#include "base/crypto/secrets.hpp"
#include "base/text/text.hpp"
#include "ledger/archive/disk_file.hpp"

namespace fairlead::service {
namespace {

// Fails if the secret cannot decrypt the keys in the backup.
Status CheckSecret(const std::optional<std::string>& sealed, const std::string& text, const std::string& path) {
    const auto secret = KeyFromHex(text);
    if (!sealed || (secret && Unseal(*sealed, *secret))) return {};
    return Fail(ErrorCode::kUnavailable,
                "the secret file " + path +
                    " does not belong to this backup. Copy the right file there, or name it with "
                    "--secret-file.");
}

Status WriteSecret(const std::string& path, const std::string& text) {
    const ledger::DiskFile file(path, O_WRONLY | O_CREAT | O_EXCL);
    if (file.is_open() && file.Write(text + "\n") && file.Sync()) return {};
    return Fail(ErrorCode::kUnavailable, "cannot write the secret file " + path);
}

}  // namespace

Result<std::string> ReadSecretText(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    if (!KeyFromHex(TrimSpaces(line))) {
        return Fail(ErrorCode::kUnavailable, "cannot read the secret file " + path);
    }
    return std::string(TrimSpaces(line));
}

Result<bool> PrepareSecret(const std::string& path, const std::optional<std::string>& sealed,
                           const std::optional<std::string>& carried) {
    if (std::filesystem::exists(path)) {
        const auto text = TRY(ReadSecretText(path));
        TRY(CheckSecret(sealed, text, path));
        return true;
    }
    if (!carried) return false;
    TRY(WriteSecret(path, *carried));
    return true;
}

}  // namespace fairlead::service
