#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "ledger/archive/archive_file.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::ledger {

// What stands in the place of an archived block's payload: where its bytes are.
//   pointer := file:text group_offset:varint group_bytes:varint entry_offset:varint
struct ArchivePointer {
    std::string file;  // Its name, in the operator's folder.
    ArchivePlace place;
};
std::string EncodePointer(const ArchivePointer& pointer);
// Of the block with this number and time. Nothing where the bytes are damaged.
std::optional<ArchivePointer> ReadPointer(std::string_view bytes, std::int64_t number, Timestamp recorded_at);

// The folder of archive files: one folder per operator in it, one file per batch of blocks. It holds no state: reading
// is safe from any thread. Whatever goes wrong is logged with the name of the file, and counted.
class BlockArchive {
public:
    BlockArchive(std::filesystem::path folder, telemetry::Metrics& metrics)
        : folder_(std::move(folder)), metrics_(metrics) {}

    // Writes the blocks, of which there is one at least, to a file of their own. When it answers, the file is on the
    // disk and has its name.
    Result<std::vector<ArchivePointer>> Write(OperatorId owner, std::span<const ArchivedBlock> blocks) const;

    // The whole part of a file; nothing where it is missing, damaged or another operator's.
    std::optional<std::string> ReadGroup(OperatorId owner, const ArchivePointer& pointer) const;
    std::optional<std::vector<ArchivePlace>> ReadIndex(OperatorId owner, const std::string& file) const;

    // The names of an operator's files. Those that were never finished are removed.
    std::vector<std::string> Files(OperatorId owner) const;
    void Remove(OperatorId owner, const std::string& file) const;

private:
    std::filesystem::path FolderOf(OperatorId owner) const { return folder_ / owner.ToString(); }
    void Report(std::string_view message, const std::filesystem::path& file) const;

    std::filesystem::path folder_;
    telemetry::Metrics& metrics_;
};

// Reads archived blocks of one operator for one answer. Blocks that lie together are unpacked once, and a file that
// cannot be read is reported once.
class ArchiveReader {
public:
    ArchiveReader(const BlockArchive& archive, OperatorId owner) : archive_(archive), owner_(owner) {}

    // Nothing where it cannot be read.
    std::optional<std::string> Read(const ArchivePointer& pointer);

private:
    const BlockArchive& archive_;
    OperatorId owner_;
    std::string file_;
    std::uint64_t group_offset_ = 0;
    std::string group_;
    std::set<std::string> broken_;
};

}  // namespace fairlead::ledger
