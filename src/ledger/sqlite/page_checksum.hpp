#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fairlead::ledger {

// The last bytes of each page of the ledger are a checksum of the others, in the format of SQLite's own extension
// cksumvfs (https://www.sqlite.org/cksumvfs.html). The head of the file says whether its pages have such bytes.
inline constexpr std::size_t kPageChecksumBytes = 8;

// The head of a database file. ReadFileHead needs at least its first 100 bytes, and returns nothing if the file is no
// database.
struct FileHead {
    std::uint32_t page_bytes = 0;
    std::uint32_t reserved_bytes = 0;  // At the end of each page.

    bool has_checksums() const { return reserved_bytes == kPageChecksumBytes; }
};
std::optional<FileHead> ReadFileHead(std::span<const char> head);

// Sets the checksum of a page.
void SetPageChecksum(std::span<char> page);

// True if the checksum matches, or if all bytes are zero: such a page was never written.
bool IsPageIntact(std::span<const char> page);

// Returns the place of each bit, counted from the start of the page, whose flip alone makes the page intact again.
// There can be several places, because the checksum does not distinguish the highest bits of different words. If
// several of these bits are wrong, the places may be wrong. Empty if no single flip makes the page intact.
std::vector<std::size_t> FindFlippedBits(std::span<const char> page);

}  // namespace fairlead::ledger
