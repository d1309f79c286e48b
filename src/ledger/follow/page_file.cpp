#include "ledger/follow/page_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>

#include "ledger/sqlite/page_checksum.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPageFileHeadBytes = 100;
constexpr std::size_t kUnsealedMax = 100'000;

}  // namespace

PageFile::PageFile(fs::path path, fs::path unfinished, DiskFile file)
    : path_(std::move(path)), unfinished_(std::move(unfinished)), file_(std::move(file)) {}

PageFile::PageFile(PageFile&& other) noexcept
    : path_(std::move(other.path_)),
      unfinished_(std::move(other.unfinished_)),
      file_(std::move(other.file_)),
      size_(other.size_),
      unsealed_(std::move(other.unsealed_)),
      is_finished_(std::exchange(other.is_finished_, true)) {}

PageFile::~PageFile() {
    if (!is_finished_) RemoveUnfinished();
}

Result<PageFile> PageFile::Create(const fs::path& path) {
    if (fs::exists(path)) {
        return Fail(ErrorCode::kUnavailable,
                    "there is a ledger at " + path.string() + ". Restore to a new data folder.");
    }
    const fs::path unfinished = path.string() + std::string(kUnfinishedEnding);
    std::error_code ignored;
    for (const char* ending : {"", "-wal", "-shm"}) fs::remove(unfinished.string() + ending, ignored);
    PageFile file(path, unfinished, DiskFile(unfinished, O_RDWR | O_CREAT | O_EXCL));
    if (!file.file_.is_open()) return file.Failed();
    return file;
}

void PageFile::RemoveUnfinished() const {
    std::error_code ignored;
    for (const char* ending : {"", "-wal", "-shm"}) fs::remove(unfinished_.string() + ending, ignored);
}

std::unexpected<Error> PageFile::Failed() const {
    return Fail(ErrorCode::kUnavailable, "cannot write " + unfinished_.string() + ": " + std::strerror(errno));
}

Status PageFile::Append(std::string_view bytes) {
    if (!file_.WriteAt(size_, bytes)) return Failed();
    size_ += bytes.size();
    return {};
}

Status PageFile::Apply(std::span<const ChangedPage> pages, std::uint32_t page_bytes) {
    for (const ChangedPage& page : pages) {
        const std::uint64_t offset = std::uint64_t{page.number - 1} * page_bytes;
        if (!file_.WriteAt(offset, page.bytes)) return Failed();
        size_ = std::max(size_, offset + page_bytes);
        unsealed_.insert(page.number);
        if (unsealed_.size() > kUnsealedMax) TRY(Seal());
        if (page.pages_after == 0) continue;
        const std::uint64_t size = std::uint64_t{page.pages_after} * page_bytes;
        if (size == size_) continue;
        if (!file_.Truncate(size)) return Failed();
        size_ = size;
    }
    return {};
}

Status PageFile::Seal() {
    const auto bytes = size_ < kPageFileHeadBytes ? std::nullopt : file_.Read(0, kPageFileHeadBytes);
    const auto head = bytes ? ReadFileHead(*bytes) : std::nullopt;
    if (!head) return Fail(ErrorCode::kUnavailable, "the changes do not make a SQLite ledger");
    for (const std::uint32_t number : unsealed_) {
        const std::uint64_t offset = std::uint64_t{number - 1} * head->page_bytes;
        if (!head->has_checksums() || offset >= size_) continue;
        auto page = file_.Read(offset, head->page_bytes);
        if (!page) return Failed();
        SetPageChecksum(*page);
        if (!file_.WriteAt(offset, *page)) return Failed();
    }
    unsealed_.clear();
    return {};
}

Status PageFile::Sync() { return file_.Sync() ? Status() : Status(Failed()); }

Status PageFile::PutInPlace() {
    TRY(Sync());
    std::error_code ignored;
    for (const char* ending : {"-wal", "-shm"}) fs::remove(unfinished_.string() + ending, ignored);
    if (rename(unfinished_.c_str(), path_.c_str()) != 0 || !SyncFolder(path_.parent_path())) return Failed();
    is_finished_ = true;
    return {};
}

Result<PageFile::Saved> PageFile::Save(std::span<const ChangedPage> pages, std::uint32_t page_bytes) const {
    Saved saved{.size = size_, .parts = {}};
    for (const ChangedPage& page : pages) {
        const std::uint64_t offset = std::uint64_t{page.number - 1} * page_bytes;
        if (offset >= size_) continue;
        auto bytes = file_.Read(offset, page_bytes);
        if (!bytes) return Failed();
        saved.parts.emplace_back(offset, std::move(*bytes));
    }
    return saved;
}

Status PageFile::Undo(const Saved& saved) {
    for (const auto& [offset, bytes] : saved.parts) {
        if (!file_.WriteAt(offset, bytes)) return Failed();
    }
    if (!file_.Truncate(saved.size)) return Failed();
    size_ = saved.size;
    return {};
}

}  // namespace fairlead::ledger
