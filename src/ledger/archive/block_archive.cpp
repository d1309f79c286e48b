#include "ledger/archive/block_archive.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>

#include "base/text/byte_codec.hpp"
#include "ledger/archive/disk_file.hpp"
#include "ledger/archive/zstd_frame.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".facts";

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
    // A name must not lead to another folder.
    const bool named = !pointer.file.empty() && !pointer.file.contains('/');
    return named && reader.ok() && reader.AtEnd() ? std::optional(std::move(pointer)) : std::nullopt;
}

Result<std::vector<ArchivePointer>> BlockArchive::Write(OperatorId owner, std::span<const ArchivedBlock> blocks) const {
    const fs::path folder = FolderOf(owner);
    const std::string name =
        std::to_string(blocks.front().number) + "-" + std::to_string(blocks.back().number) + std::string(kEnding);
    ArchiveContents contents = EncodeArchive(owner, blocks);
    if (!MakeDurableFolder(folder) || !WriteDurably(folder / name, contents.bytes)) {
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
    const DiskFile file(path, O_RDONLY);
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
    const DiskFile file(path, O_RDONLY);
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
        if (name.ends_with(kUnfinishedEnding)) fs::remove(entry.path(), error);
    }
    return names;
}

void BlockArchive::Remove(OperatorId owner, const std::string& file) const {
    std::error_code error;
    fs::remove(FolderOf(owner) / file, error);
    if (error) Report("an unused archive file cannot be removed", FolderOf(owner) / file);
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
