#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time/time.hpp"
#include "ledger/archive/disk_file.hpp"
#include "ledger/sqlite/log_file.hpp"

namespace fairlead::ledger {

// A file of changes: pages of a SQLite ledger, in the order in which commits have changed them.
//
// Grammar (words of base/text/byte_codec.hpp):
//   file    := "fairlead changes" version:byte record*
//   record  := size:4 little endian, digest:32 of the content, check:4, packed
//   packed  := a zstd frame of the content, `size` bytes long, with its checksum
//   check   := the first bytes of the digest of size and digest
//   content := seen_at:signed from:place to:place page_bytes:varint count:varint page*
//   place   := salt:varint salt:varint frame:varint checksum:varint checksum:varint
//   page    := number:varint pages_after:varint bytes          page_bytes of them

struct ChangeRecord {
    Timestamp seen_at;  // Everything in it was committed before. A record without pages says that nothing changed.
    LogPosition from;
    LogPosition to;
    std::uint32_t page_bytes = 0;
    std::vector<ChangedPage> pages;  // Their bytes are in `content`, or in the log that they were read from.
    std::shared_ptr<const std::string> content;
};

// Appends records to a new file.
class ChangesWriter {
public:
    // An Error if the file exists.
    static Result<ChangesWriter> Create(const std::filesystem::path& path);

    // The record is durable only after Sync.
    Status Append(const ChangeRecord& record);
    Status Sync();
    std::uint64_t bytes() const { return bytes_; }

private:
    ChangesWriter(std::filesystem::path path, DiskFile file) : path_(std::move(path)), file_(std::move(file)) {}
    std::unexpected<Error> Failed() const;

    std::filesystem::path path_;
    DiskFile file_;
    std::uint64_t bytes_ = 0;
};

// Reads records one after the other.
class ChangesReader {
public:
    static Result<ChangesReader> Open(const std::filesystem::path& path);

    // Nothing at the end. An Error names the file if a record in it is damaged.
    Result<std::optional<ChangeRecord>> Next();

    // Whether the file ends with a record that was not written completely. A crash of the writer leaves such a record;
    // nothing follows it.
    bool is_torn() const { return is_torn_; }
    // The size of the file up to the last whole record. It is 0 if not even the beginning of the file is whole.
    std::uint64_t whole_bytes() const { return at_; }

private:
    ChangesReader(std::filesystem::path path, DiskFile file) : path_(std::move(path)), file_(std::move(file)) {}
    std::unexpected<Error> Damaged() const;
    std::optional<ChangeRecord> Torn();

    std::filesystem::path path_;
    DiskFile file_;
    std::uint64_t size_ = 0;
    std::uint64_t at_ = 0;
    bool is_torn_ = false;
};

}  // namespace fairlead::ledger
