#include "ledger/archive/block_archive.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/byte_codec.hpp"
#include "ledger/archive/zstd_frame.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".facts";
constexpr std::string_view kUnfinished = ".part";
// A damaged pointer must not make us ask for all the memory there is.
constexpr std::uint64_t kPartBytesMax = 1ULL << 30;

// An open file, closed at the end.
class File {
public:
    File(const fs::path& path, int flags) : descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (descriptor_ >= 0) close(descriptor_);
    }

    bool is_open() const { return descriptor_ >= 0; }
    bool Sync() const { return fsync(descriptor_) == 0; }

    bool Write(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
        return true;
    }

    std::optional<std::string> Read(std::uint64_t offset, std::uint64_t size) const {
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

    std::uint64_t size() const {
        struct stat state{};
        return fstat(descriptor_, &state) == 0 ? static_cast<std::uint64_t>(state.st_size) : 0;
    }

private:
    int descriptor_;
};

bool SyncFolder(const fs::path& folder) {
    const File opened(folder, O_RDONLY | O_DIRECTORY);
    return opened.is_open() && opened.Sync();
}

// Makes the folder and the one above it, and has both remembered by the disk.
bool MakeFolder(const fs::path& folder) {
    std::error_code error;
    if (fs::is_directory(folder, error)) return true;
    fs::create_directories(folder, error);
    if (error) return false;
    const fs::path above = folder.parent_path();
    return SyncFolder(above) && (above.parent_path().empty() || SyncFolder(above.parent_path()));
}

// A file has its name only once all of it is on the disk.
bool WriteDurably(const fs::path& path, std::string_view bytes) {
    const fs::path unfinished = path.string() + std::string(kUnfinished);
    {
        const File file(unfinished, O_WRONLY | O_CREAT | O_TRUNC);
        if (!file.is_open() || !file.Write(bytes) || !file.Sync()) return false;
    }
    std::error_code error;
    fs::rename(unfinished, path, error);
    return !error && SyncFolder(path.parent_path());
}

}  // namespace

std::string EncodePointer(const ArchivePointer& pointer) {
    std::string out;
    AppendText(out, pointer.file);
    AppendVarint(out, pointer.place.group_offset);
    AppendVarint(out, pointer.place.group_bytes);
    AppendVarint(out, pointer.place.entry_offset);
    return out;
}

std::optional<ArchivePointer> ReadPointer(std::string_view bytes, std::int64_t number, Timestamp recorded_at) {
    ByteReader reader(bytes);
    ArchivePointer pointer{.file = std::string(reader.Text()), .place = {}};
    pointer.place = {.number = number,
                     .recorded_at = recorded_at,
                     .group_offset = reader.Varint(),
                     .group_bytes = reader.Varint(),
                     .entry_offset = reader.Varint()};
    // A name leads to no other folder.
    const bool named = !pointer.file.empty() && !pointer.file.contains('/');
    return named && reader.ok() && reader.AtEnd() ? std::optional(std::move(pointer)) : std::nullopt;
}

Result<std::vector<ArchivePointer>> BlockArchive::Write(OperatorId owner, std::span<const ArchivedBlock> blocks) const {
    const fs::path folder = FolderOf(owner);
    const std::string name =
        std::to_string(blocks.front().number) + "-" + std::to_string(blocks.back().number) + std::string(kEnding);
    ArchiveContents contents = EncodeArchive(owner, blocks);
    if (!MakeFolder(folder) || !WriteDurably(folder / name, contents.bytes)) {
        const std::string reason = std::strerror(errno);
        Report("an archive file cannot be written", folder / name);
        return Fail(ErrorCode::kLedgerFailed, "the archive file " + name + " cannot be written: " + reason);
    }
    std::vector<ArchivePointer> pointers;
    for (const ArchivePlace& place : contents.places) pointers.push_back({name, place});
    return pointers;
}

std::optional<std::string> BlockArchive::ReadGroup(OperatorId owner, const ArchivePointer& pointer) const {
    const fs::path path = FolderOf(owner) / pointer.file;
    const File file(path, O_RDONLY);
    if (!file.is_open()) {
        Report("an archive file is missing", path);
        return std::nullopt;
    }
    const auto head = file.Read(0, kArchiveHeadBytes);
    const auto frame = file.Read(pointer.place.group_offset, pointer.place.group_bytes);
    auto group = frame ? ReadZstdFrame(*frame) : std::nullopt;
    if (!head || !IsArchiveHead(*head, owner) || !group) {
        Report("an archive file is damaged", path);
        return std::nullopt;
    }
    return group;
}

std::optional<std::vector<ArchivePlace>> BlockArchive::ReadIndex(OperatorId owner, const std::string& name) const {
    const fs::path path = FolderOf(owner) / name;
    const File file(path, O_RDONLY);
    const std::uint64_t size = file.is_open() ? file.size() : 0;
    const bool has_ends = size >= kArchiveHeadBytes + kArchiveTrailerBytes;
    const auto head = has_ends ? file.Read(0, kArchiveHeadBytes) : std::nullopt;
    const auto trailer = has_ends ? file.Read(size - kArchiveTrailerBytes, kArchiveTrailerBytes) : std::nullopt;
    const auto extent = trailer ? IndexExtent(*trailer, size) : std::nullopt;
    const auto frame = extent ? file.Read(extent->offset, extent->bytes) : std::nullopt;
    auto places = frame ? ReadArchiveIndex(*frame) : std::nullopt;
    if (!head || !IsArchiveHead(*head, owner) || !places) {
        Report("an archive file is damaged", path);
        return std::nullopt;
    }
    return places;
}

std::vector<std::string> BlockArchive::Files(OperatorId owner) const {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(FolderOf(owner), error)) {
        const std::string name = entry.path().filename();
        if (name.ends_with(kEnding)) names.push_back(name);
        if (name.ends_with(kUnfinished)) fs::remove(entry.path(), error);
    }
    return names;
}

void BlockArchive::Remove(OperatorId owner, const std::string& file) const {
    std::error_code error;
    fs::remove(FolderOf(owner) / file, error);
    if (error) Report("an archive file that nothing needs cannot be removed", FolderOf(owner) / file);
}

void BlockArchive::Report(std::string_view message, const fs::path& file) const {
    const std::string name = file;
    telemetry::LogError(message, {{"file", std::string_view(name)}});
    metrics_.archive_errors.Increment();
}

std::optional<std::string> ArchiveReader::Read(const ArchivePointer& pointer) {
    if (broken_.contains(pointer.file)) return std::nullopt;
    if (file_ != pointer.file || group_offset_ != pointer.place.group_offset) {
        auto group = archive_.ReadGroup(owner_, pointer);
        if (!group) {
            broken_.insert(pointer.file);
            return std::nullopt;
        }
        file_ = pointer.file;
        group_offset_ = pointer.place.group_offset;
        group_ = std::move(*group);
    }
    const auto bytes = FindInGroup(group_, pointer.place);
    return bytes ? std::optional<std::string>(*bytes) : std::nullopt;
}

}  // namespace fairlead::ledger
