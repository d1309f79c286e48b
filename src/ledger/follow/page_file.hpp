#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "ledger/archive/disk_file.hpp"
#include "ledger/sqlite/log_file.hpp"

namespace fairlead::ledger {

// A SQLite file that is made of pages. It has another name until it is complete; the destructor removes an incomplete
// one.
class PageFile {
public:
    // An Error if `path` exists.
    static Result<PageFile> Create(const std::filesystem::path& path);
    PageFile(PageFile&& other) noexcept;
    PageFile& operator=(PageFile&&) = delete;
    ~PageFile();

    std::string path() const { return unfinished_.string(); }
    std::uint64_t size() const { return size_; }

    Status Append(std::string_view bytes);
    // Writes the pages of commits, in order. The last page of a commit sets the size of the file.
    Status Apply(std::span<const ChangedPage> pages, std::uint32_t page_bytes);
    // Sets the checksums of the pages that were applied since the last call. SQLite's log has pages without them.
    Status Seal();
    Status Sync();
    Status PutInPlace();

    // What a commit replaces.
    struct Saved {
        std::uint64_t size = 0;
        std::vector<std::pair<std::uint64_t, std::string>> parts;  // Offset and bytes.
    };
    Result<Saved> Save(std::span<const ChangedPage> pages, std::uint32_t page_bytes) const;
    Status Undo(const Saved& saved);

private:
    PageFile(std::filesystem::path path, std::filesystem::path unfinished, DiskFile file);
    void RemoveUnfinished() const;
    std::unexpected<Error> Failed() const;

    std::filesystem::path path_;
    std::filesystem::path unfinished_;
    DiskFile file_;
    std::uint64_t size_ = 0;
    std::set<std::uint32_t> unsealed_;
    bool is_finished_ = false;
};

}  // namespace fairlead::ledger
