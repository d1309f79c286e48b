#include "ledger/archive/disk_file.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

// A damaged size must not exhaust the memory.
constexpr std::uint64_t kPartBytesMax = 1ULL << 30;

}  // namespace

DiskFile::DiskFile(const fs::path& path, int flags) : descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0600)) {}

DiskFile::DiskFile(DiskFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

DiskFile::~DiskFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

std::uint64_t DiskFile::size() const {
    struct stat state{};
    return fstat(descriptor_, &state) == 0 ? static_cast<std::uint64_t>(state.st_size) : 0;
}

bool DiskFile::Write(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool DiskFile::Sync() const { return fsync(descriptor_) == 0; }

bool DiskFile::TryLock() const { return flock(descriptor_, LOCK_EX | LOCK_NB) == 0; }

void DiskFile::ForgetCached(std::uint64_t offset, std::uint64_t size) const {
    (void)posix_fadvise(descriptor_, static_cast<off_t>(offset), static_cast<off_t>(size), POSIX_FADV_DONTNEED);
}

bool DiskFile::Truncate(std::uint64_t size) const { return ftruncate(descriptor_, static_cast<off_t>(size)) == 0; }

bool DiskFile::WriteAt(std::uint64_t offset, std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t written = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
        offset += static_cast<std::uint64_t>(written);
    }
    return true;
}

std::optional<std::string> DiskFile::Read(std::uint64_t offset, std::uint64_t size) const {
    if (size > kPartBytesMax) return std::nullopt;
    std::string bytes(size, '\0');
    std::size_t have = 0;
    while (have < size) {
        const ssize_t got = pread(descriptor_, bytes.data() + have, size - have, static_cast<off_t>(offset + have));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return std::nullopt;
        have += static_cast<std::size_t>(got);
    }
    return bytes;
}

bool SyncFolder(const fs::path& folder) {
    const DiskFile opened(folder.empty() ? fs::path(".") : folder, O_RDONLY | O_DIRECTORY);
    return opened.is_open() && opened.Sync();
}

bool MakeDurableFolder(const fs::path& folder) {
    std::error_code error;
    if (fs::is_directory(folder, error)) return true;
    fs::create_directories(folder, error);
    if (error) return false;
    const fs::path above = folder.parent_path();
    return SyncFolder(above) && (above.parent_path().empty() || SyncFolder(above.parent_path()));
}

bool WriteDurably(const fs::path& path, std::string_view bytes) {
    const fs::path unfinished = path.string() + std::string(kUnfinishedEnding);
    {
        const DiskFile file(unfinished, O_WRONLY | O_CREAT | O_TRUNC);
        if (!file.is_open() || !file.Write(bytes) || !file.Sync()) return false;
    }
    std::error_code error;
    fs::rename(unfinished, path, error);
    return !error && SyncFolder(path.parent_path());
}

}  // namespace fairlead::ledger
