#include "ledger/sqlite/log_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sqlite3.h>

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLogHeadSize = 32;
constexpr std::size_t kFrameHeadSize = 24;
constexpr std::uint32_t kLogMagic = 0x377f0682;  // The lowest bit says that checksums are of big-endian words.

// The index begins with two copies of a head. A writer changes the second one first.
constexpr std::uint32_t kIndexVersion = 3007000;
constexpr std::size_t kIndexHeadSize = 48;
constexpr std::size_t kIndexChecksumAt = 40;
constexpr int kIndexRegionBytes = 32768;
constexpr int kIndexReadsMax = 10'000;

std::uint32_t BigEndianWord(const char* bytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return std::endian::native == std::endian::big ? word : std::byteswap(word);
}

std::uint32_t NativeWord(const char* bytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

LogChecksum AddToChecksum(LogChecksum sum, std::string_view bytes, bool big_endian) {
    const bool swaps = big_endian != (std::endian::native == std::endian::big);
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
        const std::uint32_t one = NativeWord(bytes.data() + i);
        const std::uint32_t other = NativeWord(bytes.data() + i + 4);
        sum.first += (swaps ? std::byteswap(one) : one) + sum.second;
        sum.second += (swaps ? std::byteswap(other) : other) + sum.first;
    }
    return sum;
}

LogChecksum ChecksumAt(const char* bytes) { return {BigEndianWord(bytes), BigEndianWord(bytes + 4)}; }
LogSalts SaltsAt(const char* bytes) { return {BigEndianWord(bytes), BigEndianWord(bytes + 4)}; }

std::uint64_t OffsetOf(std::uint32_t frame, std::uint32_t page_bytes) {
    return kLogHeadSize + std::uint64_t{frame - 1} * (kFrameHeadSize + page_bytes);
}

using IndexHead = std::array<char, kIndexHeadSize>;

bool IsWhole(const IndexHead& head) {
    constexpr bool kNative = std::endian::native == std::endian::big;
    const LogChecksum sum = AddToChecksum({}, {head.data(), kIndexChecksumAt}, kNative);
    const char* stored = head.data() + kIndexChecksumAt;
    return sum == LogChecksum{NativeWord(stored), NativeWord(stored + 4)};
}

LogState StateIn(const IndexHead& head) {
    std::uint16_t page_bytes = 0;
    std::memcpy(&page_bytes, head.data() + 14, sizeof page_bytes);
    return {.end = {.salts = SaltsAt(head.data() + 32),
                    .frame = NativeWord(head.data() + 16),
                    .checksum = {NativeWord(head.data() + 24), NativeWord(head.data() + 28)}},
            .page_bytes = page_bytes == 1 ? 65536U : page_bytes};
}

Result<const char*> MapIndex(sqlite3* connection) {
    sqlite3_file* file = nullptr;
    void volatile* mapped = nullptr;
    const int found = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&file));
    const bool can_map = found == SQLITE_OK && file != nullptr && file->pMethods->iVersion >= 2;
    if (!can_map || file->pMethods->xShmMap(file, 0, kIndexRegionBytes, 0, &mapped) != SQLITE_OK || mapped == nullptr) {
        return Fail(ErrorCode::kLedgerFailed, "cannot read the index of the ledger's log");
    }
    return const_cast<const char*>(static_cast<char volatile*>(mapped));
}

}  // namespace

bool IsNextRun(const LogPosition& shipped, const LogSalts& salts) {
    return salts.first == shipped.salts.first + 1 || shipped.frame == 0;
}

Result<LogState> ReadLogState(sqlite3* connection) {
    const char* index = TRY(MapIndex(connection));
    for (int i = 0; i < kIndexReadsMax; ++i) {
        IndexHead head;
        IndexHead copy;
        std::memcpy(head.data(), index, head.size());
        std::atomic_thread_fence(std::memory_order_seq_cst);
        std::memcpy(copy.data(), index + kIndexHeadSize, copy.size());
        // They differ while a commit is being published.
        if (head != copy || !IsWhole(head)) continue;
        if (NativeWord(head.data()) != kIndexVersion) break;
        return StateIn(head);
    }
    return Fail(ErrorCode::kLedgerFailed, "the index of the ledger's log has an unknown form");
}

Result<LogFile> LogFile::Open(const fs::path& ledger) {
    fs::path path = ledger.string() + "-wal";
    DiskFile file(path, O_RDONLY);
    if (!file.is_open()) {
        return Fail(ErrorCode::kUnavailable, "cannot read " + path.string() + ": " + std::strerror(errno));
    }
    return LogFile(std::move(path), std::move(file));
}

std::unexpected<Error> LogFile::Differs() const {
    return Fail(ErrorCode::kLedgerFailed, "the log " + path_.string() + " is not as SQLite has written it");
}

Status LogFile::ReadHead(LogPosition& from) {
    const auto head = file_.Read(0, kLogHeadSize);
    if (!head) return Differs();
    const std::uint32_t magic = BigEndianWord(head->data());
    big_endian_ = (magic & 1) != 0;
    const LogChecksum sum = AddToChecksum({}, std::string_view(*head).substr(0, 24), big_endian_);
    const bool is_head = (magic & ~1U) == kLogMagic && sum == ChecksumAt(head->data() + 24);
    if (!is_head || SaltsAt(head->data() + 16) != from.salts) return Differs();
    if (from.frame == 0) from.checksum = sum;
    return {};
}

Result<std::vector<ChangedPage>> LogFile::Read(LogPosition& from, const LogState& end, std::uint32_t frames_max) {
    std::vector<ChangedPage> pages;
    if (from.frame == end.end.frame) return pages;
    TRY(ReadHead(from));
    const std::uint32_t count = std::min(frames_max, end.end.frame - from.frame);
    const std::size_t frame_bytes = kFrameHeadSize + end.page_bytes;
    auto read = file_.Read(OffsetOf(from.frame + 1, end.page_bytes), count * frame_bytes);
    if (!read) return Differs();
    bytes_ = std::move(*read);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::string_view frame = std::string_view(bytes_).substr(i * frame_bytes, frame_bytes);
        from.checksum = AddToChecksum(from.checksum, frame.substr(0, 8), big_endian_);
        from.checksum = AddToChecksum(from.checksum, frame.substr(kFrameHeadSize), big_endian_);
        const bool same = SaltsAt(frame.data() + 8) == from.salts && ChecksumAt(frame.data() + 16) == from.checksum;
        if (!same) return Differs();
        pages.push_back({BigEndianWord(frame.data()), BigEndianWord(frame.data() + 4), frame.substr(kFrameHeadSize)});
    }
    from.frame += count;
    if (from.frame == end.end.frame && from.checksum != end.end.checksum) return Differs();
    return pages;
}

bool LogFile::Has(const LogPosition& position, std::uint32_t page_bytes) const {
    if (position.frame == 0) return true;
    const auto head = file_.Read(OffsetOf(position.frame, page_bytes), kFrameHeadSize);
    return head && SaltsAt(head->data() + 8) == position.salts && ChecksumAt(head->data() + 16) == position.checksum;
}

}  // namespace fairlead::ledger
