#include "service/data_folder.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fairlead::service {
namespace {

constexpr const char* kLockName = "lock";

}  // namespace

Result<std::unique_ptr<DataFolderLock>> DataFolderLock::TryTake(const std::string& folder) {
    const std::string path = folder + "/" + kLockName;
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        return Fail(ErrorCode::kUnavailable, "cannot write to the data folder " + folder + ": " + std::strerror(errno));
    }
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return std::unique_ptr<DataFolderLock>(new DataFolderLock(file));
    const int reason = errno;
    close(file);
    if (reason == EWOULDBLOCK || reason == EINTR) return std::unique_ptr<DataFolderLock>();
    return Fail(ErrorCode::kUnavailable, "cannot lock the data folder " + folder + ": " + std::strerror(reason));
}

DataFolderLock::~DataFolderLock() { close(file_); }

Status MakeDataFolder(const std::string& folder) {
    std::error_code error;
    const bool made = std::filesystem::create_directories(folder, error);
    if (error) return Fail(ErrorCode::kUnavailable, "cannot create the data folder " + folder + ": " + error.message());
    if (made) chmod(folder.c_str(), 0700);
    return {};
}

bool IsNewFolder(const std::string& folder) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().filename() != kLockName) return false;
    }
    return !error;
}

std::string LocalSocketPath(const std::string& folder) { return folder + "/fairlead.sock"; }

}  // namespace fairlead::service
