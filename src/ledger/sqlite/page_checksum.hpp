#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

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

// Whether the page is as it was written. A page that was never written is empty, without a checksum.
bool IsPageIntact(std::span<const char> page);

// The places of all bits, counted from the start of the page, that make the page intact again if one of them is
// flipped. Empty if more than one bit is wrong. There can be several places, because the checksum does not distinguish
// the high bits of different words.
std::vector<std::size_t> FindFlippedBits(std::span<const char> page);

}  // namespace fairlead::ledger
