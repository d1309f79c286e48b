#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"
#include "base/result.hpp"
#include "base/time/time.hpp"
#include "ledger/archive/disk_file.hpp"

namespace fairlead::ledger {

// A backup is one file, the same for every engine.
//
// Grammar (words of base/text/byte_codec.hpp; offsets are from the beginning of the file):
//   file     := head part* manifest trailer
//   head     := "fairlead backup" version:byte
//   part     := frame*
//   frame    := size:4 little endian, and a zstd frame of this size, with its checksum
//   manifest := a zstd frame, with its checksum, of schema:varint engine:text taken_at:signed count:varint entry*
//   entry    := kind:byte name:text columns:varint column:text* count:varint offset:varint bytes:varint digest:32
//   trailer  := manifest_offset:8 manifest_bytes:8 little endian, the manifest's digest:32, "backup end"

enum class PartKind : std::uint8_t {
    kTable = 0,        // Rows, in the form of portable_row.hpp.
    kArchiveFile = 1,  // The bytes of a file; its name is OPERATOR/FILE.
    kSecret = 2,       // The secret that encrypts the ledger's keys, if it was requested.
    kPages = 3,        // The bytes of a SQLite file; its name is the id of the ledger. Only in a base (follow/).
};

struct BackupPart {
    PartKind kind = PartKind::kTable;
    std::string name;
    std::vector<std::string> columns;  // Only for a table.
    std::uint64_t count = 0;           // Rows of a table, bytes of a file.
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    Bytes32 digest{};  // The digest of its frames.

    bool operator==(const BackupPart&) const = default;
};

struct BackupManifest {
    std::size_t schema = 0;  // The newest migration of the ledger.
    std::string engine;
    Timestamp taken_at;
    std::vector<BackupPart> parts;

    bool operator==(const BackupManifest&) const = default;
    const BackupPart* Find(PartKind kind, std::string_view name) const;
    std::uint64_t Rows() const;
};

// Writes a backup under a temporary name. It gets its final name only when all of it is on the disk. The destructor
// removes an unfinished backup.
class BackupWriter {
public:
    // An Error if `path` exists, or if another process is writing there.
    static Result<BackupWriter> Create(const std::filesystem::path& path);
    BackupWriter(BackupWriter&& other) noexcept;
    BackupWriter& operator=(BackupWriter&&) = delete;
    ~BackupWriter();

    void StartPart(PartKind kind, std::string name, std::vector<std::string> columns = {});
    // Adds a frame with `count` rows or bytes to the part.
    Status Append(std::string_view bytes, std::uint64_t count);
    void EndPart();
    // Returns the size of the whole file. The parts of `manifest` are filled in here.
    Result<std::uint64_t> Finish(BackupManifest manifest);

private:
    BackupWriter(std::filesystem::path path, DiskFile file) : path_(std::move(path)), file_(std::move(file)) {}
    Status Write(std::string_view bytes);
    std::unexpected<Error> Failed(std::string_view doing) const;

    std::filesystem::path path_;
    DiskFile file_;
    std::uint64_t written_ = 0;
    BackupPart part_;
    Digester256 digester_;
    std::vector<BackupPart> parts_;
    bool in_place_ = false;
};

// Reads a backup. Use its parts only after Check.
class BackupReader {
public:
    // Reads the manifest. The Error says what is wrong with the file.
    static Result<BackupReader> Open(const std::filesystem::path& path);

    const BackupManifest& manifest() const { return manifest_; }
    std::uint64_t size() const { return size_; }

    // Reads everything once and compares it with the manifest. Calls `on_progress` with the number of bytes read.
    Status Check(const std::function<void(std::uint64_t)>& on_progress = {}) const;
    // Calls `take` with the content of each frame of the part.
    Status Read(const BackupPart& part, const std::function<Status(std::string_view)>& take) const;

private:
    BackupReader(std::filesystem::path path, DiskFile file) : path_(std::move(path)), file_(std::move(file)) {}
    Status ReadEnds();
    Status CheckExtents(std::uint64_t end) const;
    Status EachFrame(const BackupPart& part, const std::function<Status(std::string_view)>& take) const;
    std::unexpected<Error> Damaged(std::string_view what) const;

    std::filesystem::path path_;
    DiskFile file_;
    std::uint64_t size_ = 0;
    BackupManifest manifest_;
};

}  // namespace fairlead::ledger
