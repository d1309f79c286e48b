// Loaded into the service before all other libraries (LD_PRELOAD). Behaves like a kernel with a broken disk under the
// ledger's log: a failed sync drops what was written before it, but the cache still returns it, and no later sync
// writes it. DISK_FAULTS names a folder:
//   fail   while it exists, a sync of the log fails with EIO
//   lost   the bytes of the log that the disk does not hold, one "OFFSET SIZE" per line. Bytes that are written again
//          and synced are removed. The test deletes the rest from the log, as a power failure would.
//   stale  while it exists, direct reads of the ledger return other bytes than the cache
//   unreadable  an "OFFSET SIZE" of the ledger: reads of these bytes fail with EIO

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace {

constexpr std::string_view kLedgerName = "ledger.db";
constexpr std::string_view kLogName = "ledger.db-wal";

template <class Function>
Function Real(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

std::string NameOf(int file) {
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    std::array<char, 4096> path{};
    const auto length = readlink(link.c_str(), path.data(), path.size());
    if (length <= 0) return {};
    const std::string_view whole(path.data(), static_cast<std::size_t>(length));
    return std::string(whole.substr(whole.rfind('/') + 1));
}

std::string PathOf(const char* name) {
    const char* folder = std::getenv("DISK_FAULTS");
    if (folder == nullptr) std::abort();
    return std::string(folder) + "/" + name;
}

bool Exists(const char* name) { return access(PathOf(name).c_str(), F_OK) == 0; }

// Ranges of a file, which do not touch each other.
class Ranges {
public:
    void Add(long from, long to) {
        auto next = ranges_.upper_bound(from);
        if (next != ranges_.begin() && std::prev(next)->second >= from) --next;
        while (next != ranges_.end() && next->first <= to) {
            from = std::min(from, next->first);
            to = std::max(to, next->second);
            next = ranges_.erase(next);
        }
        ranges_[from] = to;
    }
    void Remove(long from, long to) {
        std::map<long, long> left;
        for (const auto& [start, end] : ranges_) {
            if (start < from) left[start] = std::min(end, from);
            if (end > to) left[std::max(start, to)] = end;
        }
        ranges_.swap(left);
    }
    void Clear() { ranges_.clear(); }
    const std::map<long, long>& all() const { return ranges_; }

private:
    std::map<long, long> ranges_;
};

// What is not on the disk. Shared by all threads.
class Disk {
public:
    Disk() {
        std::FILE* file = std::fopen(PathOf("lost").c_str(), "r");
        if (file == nullptr) return;
        long offset = 0;
        long size = 0;
        while (std::fscanf(file, "%ld %ld", &offset, &size) == 2) lost_.Add(offset, offset + size);
        std::fclose(file);
    }

    void Written(long from, long to) {
        const std::lock_guard lock(mutex_);
        waiting_.Add(from, to);
    }
    void Cut(long size) {
        const std::lock_guard lock(mutex_);
        constexpr long kEnd = 1L << 60;
        waiting_.Remove(size, kEnd);
        lost_.Remove(size, kEnd);
        Save();
    }
    // Whether the sync succeeds.
    bool Sync() {
        const std::lock_guard lock(mutex_);
        const bool fails = Exists("fail");
        for (const auto& [from, to] : waiting_.all()) fails ? lost_.Add(from, to) : lost_.Remove(from, to);
        waiting_.Clear();
        Save();
        return !fails;
    }

private:
    void Save() const {
        std::FILE* file = std::fopen(PathOf("lost").c_str(), "w");
        if (file == nullptr) std::abort();
        for (const auto& [from, to] : lost_.all()) std::fprintf(file, "%ld %ld\n", from, to - from);
        std::fclose(file);
    }

    std::mutex mutex_;
    Ranges waiting_;  // Written, and not yet synced.
    Ranges lost_;
};

Disk& TheDisk() {
    static Disk disk;
    return disk;
}

// Files that were opened for direct reads. The test must not depend on the file system's support for them.
std::mutex direct_mutex;
std::set<int> direct_files;

template <class Open>
int OpenAndNote(const char* function, const char* path, int flags, mode_t mode) {
    const int file = Real<Open>(function)(path, flags & ~O_DIRECT, mode);
    const std::lock_guard lock(direct_mutex);
    if (file >= 0 && (flags & O_DIRECT) != 0) {
        direct_files.insert(file);
    } else {
        direct_files.erase(file);
    }
    return file;
}

bool IsDirect(int file) {
    const std::lock_guard lock(direct_mutex);
    return direct_files.contains(file);
}

ssize_t WriteAndNote(const char* function, int file, const void* bytes, std::size_t size, off_t offset) {
    using Write = ssize_t (*)(int, const void*, std::size_t, off_t);
    const ssize_t written = Real<Write>(function)(file, bytes, size, offset);
    if (written > 0 && NameOf(file) == kLogName) TheDisk().Written(offset, offset + written);
    return written;
}

// Whether the disk cannot read some of these bytes of the ledger.
bool IsUnreadable(int file, std::size_t size, off_t offset) {
    std::FILE* faults = std::fopen(PathOf("unreadable").c_str(), "r");
    if (faults == nullptr) return false;
    long from = 0;
    long count = 0;
    const bool is_given = std::fscanf(faults, "%ld %ld", &from, &count) == 2;
    std::fclose(faults);
    return is_given && offset < from + count && from < offset + static_cast<off_t>(size) && NameOf(file) == kLedgerName;
}

ssize_t ReadMaybeBroken(const char* function, int file, void* bytes, std::size_t size, off_t offset) {
    if (IsUnreadable(file, size, offset)) {
        errno = EIO;
        return -1;
    }
    using Read = ssize_t (*)(int, void*, std::size_t, off_t);
    const ssize_t got = Real<Read>(function)(file, bytes, size, offset);
    if (got > 0 && IsDirect(file) && NameOf(file) == kLedgerName && Exists("stale")) {
        static_cast<char*>(bytes)[got / 2] ^= 1;
    }
    return got;
}

int SyncOrFail(const char* function, int file) {
    using Sync = int (*)(int);
    if (NameOf(file) == kLogName && !TheDisk().Sync()) {
        errno = EIO;
        return -1;
    }
    return Real<Sync>(function)(file);
}

int CutAndNote(const char* function, int file, off_t size) {
    using Cut = int (*)(int, off_t);
    const int result = Real<Cut>(function)(file, size);
    if (result == 0 && NameOf(file) == kLogName) TheDisk().Cut(size);
    return result;
}

mode_t ModeIn(int flags, va_list arguments) { return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0; }

}  // namespace

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library has reserved names.
extern "C" {

int fsync(int file) { return SyncOrFail("fsync", file); }
int fdatasync(int file) { return SyncOrFail("fdatasync", file); }
ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
    return WriteAndNote("pwrite", file, bytes, size, offset);
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off_t offset) {
    return WriteAndNote("pwrite64", file, bytes, size, offset);
}
ssize_t pread(int file, void* bytes, size_t size, off_t offset) {
    return ReadMaybeBroken("pread", file, bytes, size, offset);
}
ssize_t pread64(int file, void* bytes, size_t size, off_t offset) {
    return ReadMaybeBroken("pread64", file, bytes, size, offset);
}
int ftruncate(int file, off_t size) noexcept { return CutAndNote("ftruncate", file, size); }
int ftruncate64(int file, off_t size) noexcept { return CutAndNote("ftruncate64", file, size); }

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = ModeIn(flags, arguments);
    va_end(arguments);
    return OpenAndNote<int (*)(const char*, int, ...)>("open", path, flags, mode);
}
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
