#include "ledger/sqlite/add_checksums.hpp"

#include <algorithm>
#include <filesystem>

#include <fcntl.h>

#include "base/time/time.hpp"
#include "ledger/sqlite/kept_file.hpp"
#include "ledger/sqlite/page_checksum.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSealedPagesAtOnce = 256;
constexpr std::uint64_t kHeadBytes = 100;

std::optional<FileHead> HeadOfFile(const std::string& path) {
    const auto file = KeptFile(path, O_RDONLY);
    const auto head = file->is_open() ? file->Read(0, kHeadBytes) : std::nullopt;
    return head ? ReadFileHead(*head) : std::nullopt;
}

bool HasSpaceForCopy(const std::string& path) {
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    const auto space = fs::space(fs::path(path).parent_path(), error);
    return !error && space.available > bytes + bytes / 8;
}

// SQLite may have written pages of the copy before the one that says that there are checksums.
bool SealPages(const std::string& path) {
    const auto head = HeadOfFile(path);
    const DiskFile file(path, O_RDWR);
    if (!head || !head->has_checksums() || !file.is_open()) return false;
    const std::uint64_t size = file.size();
    for (std::uint64_t offset = 0; offset < size;) {
        auto bytes = file.Read(offset, std::min(kSealedPagesAtOnce * head->page_bytes, size - offset));
        if (!bytes || bytes->size() % head->page_bytes != 0) return false;
        for (std::size_t at = 0; at < bytes->size(); at += head->page_bytes) {
            SetPageChecksum(std::span(*bytes).subspan(at, head->page_bytes));
        }
        if (!file.Write(*bytes)) return false;
        offset += bytes->size();
    }
    return file.Sync();
}

// A log that is left would be applied to the copy.
bool IsLogGone(const std::string& path) {
    std::error_code error;
    const auto bytes = fs::file_size(path + "-wal", error);
    return error ? !fs::exists(path + "-wal") : bytes == 0;
}

bool ReplaceByCopy(const std::string& path, const std::string& copy) {
    if (!SealPages(copy) || !IsLogGone(path)) return false;
    std::error_code error;
    fs::rename(copy, path, error);
    return !error && SyncFolder(fs::path(path).parent_path());
}

}  // namespace

Result<std::unique_ptr<SqliteConnection>> AddPageChecksums(const std::string& path,
                                                           std::unique_ptr<SqliteConnection> writer) {
    const auto head = HeadOfFile(path);
    if (!head || head->has_checksums()) return writer;
    if (!HasSpaceForCopy(path)) {
        telemetry::LogWarn("the pages of the ledger get no checksums: there is no space for a copy of it", {});
        return writer;
    }
    telemetry::LogInfo("the ledger is copied once, to add checksums to its pages", {});
    const std::int64_t started = SteadyMicros();
    const std::string copy = path + "-copy" + std::string(kUnfinishedEnding);
    std::error_code ignored;
    fs::remove(copy, ignored);
    bool replaced = writer->CopyTo(copy).has_value();
    writer.reset();
    replaced = replaced && ReplaceByCopy(path, copy);
    fs::remove(copy, ignored);
    if (replaced) {
        telemetry::LogInfo("the pages of the ledger have checksums now",
                           {{"milliseconds", (SteadyMicros() - started) / 1000}});
    } else {
        telemetry::LogWarn("the pages of the ledger get no checksums: it cannot be copied or is being read", {});
    }
    return SqliteConnection::Open(path, SqliteRole::kWriter);
}

}  // namespace fairlead::ledger
