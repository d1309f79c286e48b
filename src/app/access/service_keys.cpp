#include "app/access/service_keys.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>
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

std::string NextPathOf(const std::string& path) { return path + ".new"; }

std::string Wrap(const Bytes32& key, const Bytes32& secret) {
    return Seal(std::string_view(reinterpret_cast<const char*>(key.data()), key.size()), secret);
}

// Makes a file that was created or renamed in the folder durable.
Status SyncFolderOf(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const int opened = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = opened >= 0 && fsync(opened) == 0;
    if (opened >= 0) close(opened);
    return synced ? Status() : Status(Fail(ErrorCode::kUnavailable, "cannot sync the folder " + folder));
}

// Gives the new file the owner of the current file and hides it from other users, so that the service can read it even
// if another user runs this command. A new file that already exists gets the same owner and mode.
Status ProtectLike(const std::string& path, const std::string& next_path) {
    struct stat current{};
    const bool done = stat(path.c_str(), &current) == 0 && chmod(next_path.c_str(), 0600) == 0 &&
                      lchown(next_path.c_str(), current.st_uid, current.st_gid) == 0;
    if (done) return {};
    return Fail(ErrorCode::kUnavailable, "cannot give " + next_path + " the owner of " + path);
}

// The secret that replaces the one at `path`. Continues with the file of an interrupted rotation. If that file is
// incomplete, the ledger was not changed yet, and a new file is written.
Result<Bytes32> PrepareNextSecret(const std::string& path) {
    const std::string next_path = NextPathOf(path);
    if (!ReadSecret(next_path)) {
        unlink(next_path.c_str());
        TRY(WriteNewSecret(next_path));
    }
    TRY(ProtectLike(path, next_path));
    TRY(SyncFolderOf(path));
    return ReadSecret(next_path);
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
    // A new file whose secret is wrong is removed, because it could be mistaken for the lost secret file. After any
    // other failure the file stays: a key may already be wrapped with it.
    if (is_new && !keys && keys.error().code == ErrorCode::kForbidden) unlink(secret_path.c_str());
    if (!keys && ::access(NextPathOf(secret_path).c_str(), F_OK) == 0) {
        return Fail(keys.error().code, "the rotation of the secret file " + secret_path +
                                           " was interrupted. Run fairlead secret rotate again");
    }
    return keys;
}

Status RotateSecret(CatalogueStore& store, const std::string& secret_path) {
    std::error_code failed;
    const std::string path = std::filesystem::canonical(secret_path, failed).string();
    if (failed) return Fail(ErrorCode::kUnavailable, "there is no secret file " + secret_path);
    const auto current = TRY(ReadSecret(path));
    const auto next = TRY(PrepareNextSecret(path));
    auto keys = LoadWith(current, store);
    if (keys) {
        TRY(store.ReplaceSettings(
            {{kAddressKeySetting, Wrap(keys->address_key, next)}, {kTokenKeySetting, Wrap(keys->token_key, next)}}));
    } else {
        // An interrupted rotation may have wrapped the keys with the new secret already.
        TRY(LoadWith(next, store));
    }
    if (rename(NextPathOf(path).c_str(), path.c_str()) != 0) {
        return Fail(ErrorCode::kUnavailable, "cannot replace the secret file " + path);
    }
    return SyncFolderOf(path);
}

}  // namespace fairlead::app
