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

// What becomes of a difference of the sums when they take in another pair of words.
Checksum AfterAPair(Checksum difference) {
    const std::uint32_t first = difference[0] + difference[1];
    return {first, difference[1] + first};
}

// Finds the bits whose flip makes the checksum match. The sums are linear in the words, so no sum is computed again.
struct FlipSearch {
    std::span<const char> page;
    Checksum computed;
    Checksum stored;
    std::vector<std::size_t> found;

    // `by_one` is how the sums change if the word at this byte grows by one.
    void TryWord(std::size_t at, const Checksum& by_one) {
        const std::uint32_t word = WordAt(page.data() + at);
        for (std::size_t bit = 0; bit < 32; ++bit) {
            const std::uint32_t value = std::uint32_t{1} << bit;
            const std::uint32_t growth = (word & value) == 0 ? value : 0U - value;
            if (computed[0] + growth * by_one[0] == stored[0] && computed[1] + growth * by_one[1] == stored[1]) {
                found.push_back(8 * at + bit);
            }
        }
    }

    // The bits of the checksum itself, which begins at this byte.
    void TryStored(std::size_t at) {
        for (std::size_t bit = 0; bit < 64; ++bit) {
            Checksum flipped = stored;
            flipped[bit / 32] ^= std::uint32_t{1} << (bit % 32);
            if (flipped == computed) found.push_back(8 * at + bit);
        }
    }
};

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
    const std::span<const char> content = ContentOf(page);
    FlipSearch search{.page = page, .computed = Compute(content), .stored = StoredIn(page), .found = {}};
    // How the sums change if a word grows by one: the first and the second word of a pair, from the last pair to the
    // first.
    Checksum by_first{1, 1};
    Checksum by_second{0, 1};
    for (std::size_t end = content.size(); end >= 8; end -= 8) {
        search.TryWord(end - 4, by_second);
        search.TryWord(end - 8, by_first);
        by_first = AfterAPair(by_first);
        by_second = AfterAPair(by_second);
    }
    search.TryStored(content.size());
    std::ranges::sort(search.found);
    return std::move(search.found);
}

}  // namespace fairlead::ledger
