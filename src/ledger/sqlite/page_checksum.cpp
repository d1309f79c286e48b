#include "ledger/sqlite/page_checksum.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <vector>

namespace fairlead::ledger {
namespace {

constexpr std::string_view kFileMagic("SQLite format 3\0", 16);
constexpr std::size_t kPageBytesAt = 16;
constexpr std::size_t kReservedBytesAt = 20;
constexpr std::size_t kFileHeadBytes = 100;

using Checksum = std::array<std::uint32_t, 2>;

std::uint32_t WordAt(const char* bytes) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) word |= std::uint32_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
    return word;
}

Checksum Compute(std::span<const char> content) {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    for (std::size_t i = 0; i + 8 <= content.size(); i += 8) {
        first += WordAt(content.data() + i) + second;
        second += WordAt(content.data() + i + 4) + first;
    }
    return {first, second};
}

Checksum StoredIn(std::span<const char> page) {
    const char* at = page.data() + page.size() - kPageChecksumBytes;
    return {WordAt(at), WordAt(at + 4)};
}

std::span<const char> ContentOf(std::span<const char> page) { return page.first(page.size() - kPageChecksumBytes); }

}  // namespace

std::optional<FileHead> ReadFileHead(std::span<const char> head) {
    if (head.size() < kFileHeadBytes || std::string_view(head.data(), kFileMagic.size()) != kFileMagic) {
        return std::nullopt;
    }
    const auto byte = [&](std::size_t at) { return std::uint32_t{static_cast<std::uint8_t>(head[at])}; };
    const std::uint32_t stored = byte(kPageBytesAt) << 8 | byte(kPageBytesAt + 1);
    const FileHead read{.page_bytes = stored == 1 ? 65536 : stored, .reserved_bytes = byte(kReservedBytesAt)};
    const bool is_page_size = std::has_single_bit(read.page_bytes) && read.page_bytes >= 512;
    return is_page_size ? std::optional(read) : std::nullopt;
}

void SetPageChecksum(std::span<char> page) {
    const Checksum checksum = Compute(ContentOf(page));
    char* at = page.data() + page.size() - kPageChecksumBytes;
    for (std::size_t i = 0; i < kPageChecksumBytes; ++i) at[i] = static_cast<char>(checksum[i / 4] >> (8 * (i % 4)));
}

bool IsPageIntact(std::span<const char> page) {
    if (Compute(ContentOf(page)) == StoredIn(page)) return true;
    return std::ranges::all_of(page, [](char byte) { return byte == 0; });
}

std::vector<std::size_t> FindFlippedBits(std::span<const char> page) {
    std::vector<std::size_t> found;
    std::vector<char> tried(page.begin(), page.end());
    for (std::size_t bit = 0; bit < tried.size() * 8; ++bit) {
        const char mask = static_cast<char>(1U << (bit % 8));
        tried[bit / 8] = static_cast<char>(tried[bit / 8] ^ mask);
        if (Compute(ContentOf(tried)) == StoredIn(tried)) found.push_back(bit);
        tried[bit / 8] = static_cast<char>(tried[bit / 8] ^ mask);
    }
    return found;
}

}  // namespace fairlead::ledger
