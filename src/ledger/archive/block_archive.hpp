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

// The place of an archived block's bytes. It replaces the payload of the block.
//   pointer := file:text group_offset:varint group_bytes:varint entry_offset:varint
struct ArchivePointer {
    std::string file;  // The name in the operator's folder.
    ArchivePlace place;
};
std::string EncodePointer(const ArchivePointer& pointer);
// Decodes the pointer of the block with this number and time. Empty if the bytes are damaged.
std::optional<ArchivePointer> ReadPointer(std::string_view bytes, std::int64_t number, Timestamp recorded_at);

// The folder of archive files, with one folder per operator and one file per batch of blocks. It has no state, so any
// thread may read. Every error is logged with the name of the file, and counted.
class BlockArchive {
public:
    BlockArchive(std::filesystem::path folder, telemetry::Metrics& metrics)
        : folder_(std::move(folder)), metrics_(metrics) {}

    // Writes at least one block to a new file. When it returns, the file is durable and has its final name.
    Result<std::vector<ArchivePointer>> Write(OperatorId owner, std::span<const ArchivedBlock> blocks) const;

    // A whole group or the index of a file. Empty if the file is missing, damaged or belongs to another operator.
    std::optional<std::string> ReadGroup(OperatorId owner, const ArchivePointer& pointer) const;
    std::optional<std::vector<ArchivePlace>> ReadIndex(OperatorId owner, const std::string& name) const;

    // The names of an operator's files. Removes unfinished files.
    std::vector<std::string> Files(OperatorId owner) const;
    void Remove(OperatorId owner, const std::string& file) const;

private:
    std::filesystem::path FolderOf(OperatorId owner) const { return folder_ / owner.ToString(); }
    void Report(std::string_view message, const std::filesystem::path& file) const;

    std::filesystem::path folder_;
    telemetry::Metrics& metrics_;
};

// Reads archived blocks of one operator for one query. It unpacks consecutive blocks of a group once, and reports a
// file that cannot be read once.
class ArchiveReader {
public:
    ArchiveReader(const BlockArchive& archive, OperatorId owner) : archive_(archive), owner_(owner) {}

    // Empty if the block cannot be read.
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
