#include "ledger/sqlite/log_recovery.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "base/time/time.hpp"
#include "ledger/sqlite/kept_file.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

// The format of the log: https://www.sqlite.org/fileformat2.html#walformat
constexpr std::size_t kLogHeadBytes = 32;
constexpr std::size_t kFrameHeadBytes = 24;
constexpr std::size_t kPageBytesOffset = 8;

constexpr std::size_t kRewriteBytes = 1 << 20;
// Direct reads need buffers and offsets that are multiples of the device's block.
constexpr std::size_t kDirectAlignment = 4096;
constexpr std::size_t kReadBackBytes = 1 << 20;

class OpenFile {
public:
    explicit OpenFile(std::shared_ptr<const DiskFile> file) : file_(std::move(file)) {}

    bool is_open() const { return file_->is_open(); }
    bool Sync() const { return file_->Sync(); }
    // Reads until `size` bytes or the end of the file. Negative after an error.
    ssize_t Read(char* bytes, std::size_t size, std::uint64_t offset) const {
        std::size_t have = 0;
        while (have < size) {
            const ssize_t got =
                pread(file_->descriptor(), bytes + have, size - have, static_cast<off_t>(offset + have));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return got;
            if (got == 0) break;
            have += static_cast<std::size_t>(got);
        }
        return static_cast<ssize_t>(have);
    }
    bool Write(const char* bytes, std::size_t size, std::uint64_t offset) const {
        std::size_t done = 0;
        while (done < size) {
            const ssize_t put =
                pwrite(file_->descriptor(), bytes + done, size - done, static_cast<off_t>(offset + done));
            if (put < 0 && errno == EINTR) continue;
            if (put <= 0) return false;
            done += static_cast<std::size_t>(put);
        }
        return true;
    }

private:
    std::shared_ptr<const DiskFile> file_;
};

std::unexpected<Error> DiskFailed(const std::string& doing, const std::string& file) {
    return Fail(ErrorCode::kUnavailable, "cannot " + doing + " " + file + ": " + std::strerror(errno) +
                                             ". Check the disk before the service starts again.");
}

std::uint32_t ReadBigEndian(const char* bytes) {
    std::uint32_t number = 0;
    for (int i = 0; i < 4; ++i) number = number << 8 | static_cast<std::uint8_t>(bytes[i]);
    return number;
}

// Reads the page numbers in the heads of the frames.
Status ReadPages(const OpenFile& log, const std::string& name, LeftLog& left) {
    char head[kLogHeadBytes];
    if (log.Read(head, sizeof head, 0) != static_cast<ssize_t>(sizeof head)) return {};
    left.page_bytes = ReadBigEndian(head + kPageBytesOffset);
    // SQLite does not use a log with a damaged head either.
    if (left.page_bytes < 512 || left.page_bytes > 65536) return {};
    char frame[8];
    for (std::uint64_t at = kLogHeadBytes; at + kFrameHeadBytes + left.page_bytes <= left.bytes;
         at += kFrameHeadBytes + left.page_bytes) {
        if (log.Read(frame, sizeof frame, at) != static_cast<ssize_t>(sizeof frame)) {
            return DiskFailed("read", name);
        }
        const std::uint32_t page = ReadBigEndian(frame);
        if (page != 0) left.pages.push_back(page);
    }
    std::ranges::sort(left.pages);
    left.pages.erase(std::ranges::unique(left.pages).begin(), left.pages.end());
    return {};
}

Status Rewrite(const OpenFile& log, const std::string& name, LeftLog& left) {
    const auto buffer = std::make_unique<char[]>(kRewriteBytes);
    while (true) {
        const ssize_t got = log.Read(buffer.get(), kRewriteBytes, left.bytes);
        if (got < 0) return DiskFailed("read", name);
        if (got == 0) break;
        if (!log.Write(buffer.get(), static_cast<std::size_t>(got), left.bytes)) return DiskFailed("write", name);
        left.bytes += static_cast<std::uint64_t>(got);
    }
    return log.Sync() ? Status() : Status(DiskFailed("sync", name));
}

struct FreeAligned {
    void operator()(char* bytes) const { operator delete[](bytes, std::align_val_t(kDirectAlignment)); }
};
using AlignedBytes = std::unique_ptr<char[], FreeAligned>;

AlignedBytes MakeAligned() {
    return AlignedBytes(static_cast<char*>(operator new[](kReadBackBytes, std::align_val_t(kDirectAlignment))));
}

// Compares the pages as they are read with the pages on the disk.
class ReadBack {
public:
    explicit ReadBack(const std::string& path)
        : path_(path), cached_(KeptFile(path, O_RDONLY)), direct_(KeptFile(path, O_RDONLY | O_DIRECT)) {}

    bool is_possible() const { return cached_.is_open() && direct_.is_open(); }

    // Pages that are close to each other are read together.
    Status Compare(const LeftLog& left) {
        const std::uint64_t page_bytes = left.page_bytes;
        for (std::size_t first = 0; first < left.pages.size() && !unsupported_;) {
            const std::uint64_t from = (std::uint64_t{left.pages[first]} - 1) * page_bytes;
            std::uint64_t to = from;
            for (; first < left.pages.size() && left.pages[first] * page_bytes <= from + kReadBackBytes; ++first) {
                to = left.pages[first] * page_bytes;
            }
            TRY(CompareBytes(from, static_cast<std::size_t>(to - from)));
        }
        return {};
    }
    bool was_refused() const { return unsupported_; }

private:
    Status CompareBytes(std::uint64_t offset, std::size_t size) {
        const ssize_t on_disk = direct_.Read(from_disk_.get(), size, offset);
        if (on_disk < 0 && errno == EINVAL) {
            unsupported_ = true;
            return {};
        }
        if (on_disk < 0) return DiskFailed("read", path_);
        const ssize_t in_cache = cached_.Read(from_cache_.get(), size, offset);
        if (in_cache < 0) return DiskFailed("read", path_);
        const auto compared = static_cast<std::size_t>(on_disk);
        if (on_disk == in_cache && std::memcmp(from_disk_.get(), from_cache_.get(), compared) == 0) return {};
        return Fail(ErrorCode::kUnavailable, "the disk does not hold what was written to the ledger " + path_ +
                                                 ". Replace the disk and restore a backup.");
    }

    std::string path_;
    OpenFile cached_;
    OpenFile direct_;
    AlignedBytes from_cache_ = MakeAligned();
    AlignedBytes from_disk_ = MakeAligned();
    bool unsupported_ = false;
};

Status ReadBackPages(const std::string& path, const LeftLog& left) {
    ReadBack read_back(path);
    const bool possible = read_back.is_possible() && left.page_bytes % kDirectAlignment == 0;
    if (possible) TRY(read_back.Compare(left));
    if (!possible || read_back.was_refused()) {
        telemetry::LogInfo("the file system allows no direct reads, so the ledger is not read back", {});
    }
    return {};
}

}  // namespace

Result<LeftLog> RewriteLeftLog(const std::string& path) {
    LeftLog left;
    const std::string name = path + "-wal";
    const OpenFile log(std::make_shared<DiskFile>(name, O_RDWR));
    if (!log.is_open()) {
        if (errno == ENOENT) return left;
        return DiskFailed("open", name);
    }
    TRY(Rewrite(log, name, left));
    if (left.bytes > 0) TRY(ReadPages(log, name, left));
    return left;
}

Status SettleLeftLog(SqliteConnection& writer, const std::string& path, const LeftLog& left) {
    if (left.bytes == 0) return {};
    const std::int64_t started = SteadyMicros();
    const auto copied = TRY(writer.CopyLogIntoFile());
    // If a reader of another process, such as a backup, prevents the copy, the log itself is on the disk.
    if (copied) {
        const Status read_back = ReadBackPages(path, left);
        if (!read_back) {
            // The next start has to find the log and read back again.
            writer.KeepLogOnClose();
            return read_back;
        }
    }
    telemetry::LogInfo("the ledger was not closed cleanly; its log was written to disk again",
                       {{"bytes", static_cast<std::int64_t>(left.bytes)},
                        {"pages", std::ssize(left.pages)},
                        {"milliseconds", (SteadyMicros() - started) / 1000}});
    return {};
}

}  // namespace fairlead::ledger
