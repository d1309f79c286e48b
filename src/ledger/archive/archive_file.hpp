#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::ledger {

// An archive file contains blocks of facts of one operator that are no longer in the ledger's table, ordered by number.
//
// Grammar (words of base/text/byte_codec.hpp; offsets are from the beginning of the file):
//   file    := head group* index trailer
//   head    := "fairlead facts" version:byte operator:id
//   group   := a zstd frame, with its checksum, of entry*
//   entry   := number:varint recorded_at:signed block:text            see domain/facts/fact_block.hpp
//   index   := a zstd frame, with its checksum, of count:varint place*
//   place   := number:varint recorded_at:signed group_offset:varint group_bytes:varint entry_offset:varint
//   trailer := index_offset:8 index_bytes:8 "facts end"               little endian

// A block to archive.
struct ArchivedBlock {
    std::int64_t number = 0;
    Timestamp recorded_at;
    std::string_view bytes;
};

// The place of a block in a file.
struct ArchivePlace {
    std::int64_t number = 0;
    Timestamp recorded_at;
    std::uint64_t group_offset = 0;
    std::uint64_t group_bytes = 0;
    std::uint64_t entry_offset = 0;  // In the unpacked group.

    bool operator==(const ArchivePlace&) const = default;
};

struct ArchiveContents {
    std::string bytes;
    std::vector<ArchivePlace> places;  // One per block.
};

ArchiveContents EncodeArchive(OperatorId owner, std::span<const ArchivedBlock> blocks);

inline constexpr std::size_t kArchiveHeadBytes = 31;
inline constexpr std::size_t kArchiveTrailerBytes = 25;

bool IsArchiveHead(std::string_view head, OperatorId owner);

struct ArchiveExtent {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};
// The place of the index in a file of this size; nothing if the trailer is invalid.
std::optional<ArchiveExtent> IndexExtent(std::string_view trailer, std::uint64_t file_bytes);
// Nothing if the index is damaged.
std::optional<std::vector<ArchivePlace>> ReadArchiveIndex(std::string_view frame);

// The block in an unpacked group; nothing if the place does not have this block.
std::optional<std::string_view> FindInGroup(std::string_view group, const ArchivePlace& place);

}  // namespace fairlead::ledger
