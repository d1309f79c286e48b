#include "journal/segment_format.hpp"

#include <algorithm>
#include <span>

#include "base/assert.hpp"
#include "base/crypto/short_hash.hpp"

namespace fairlead::journal {
namespace {

constexpr std::string_view kHeaderMagic = "FLJOURN1";
constexpr std::string_view kFrameMagic = "FLRC";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kChecksumBytes = 8;
constexpr Bytes16 kZeroKey{};

std::uint64_t Checksum(std::string_view bytes) {
    return ShortHash(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), kZeroKey);
}

template <class Integer>
void Put(std::string& out, Integer value) {
    for (std::size_t i = 0; i < sizeof(value); ++i) {
        out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
    }
}

template <class Integer>
Integer Get(std::string_view bytes, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
        value |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
    }
    return static_cast<Integer>(value);
}

// Whether the bytes end with the checksum of what is before it.
bool HasChecksumAtEnd(std::string_view bytes) {
    const std::size_t end = bytes.size() - kChecksumBytes;
    return Get<std::uint64_t>(bytes, end) == Checksum(bytes.substr(0, end));
}

}  // namespace

std::string EncodeHeader(const SegmentHeader& header) {
    std::string bytes(kHeaderMagic);
    Put(bytes, kVersion);
    const auto& id = header.journal.uuid.bytes;
    bytes.append(reinterpret_cast<const char*>(id.data()), id.size());
    Put(bytes, header.first_sequence);
    Put(bytes, header.created_at.micros);
    Put(bytes, Checksum(bytes));
    FAIRLEAD_ASSERT(bytes.size() == kHeaderBytes);
    return bytes;
}

std::optional<SegmentHeader> ReadHeader(std::string_view bytes) {
    if (bytes.size() < kHeaderBytes || !bytes.starts_with(kHeaderMagic)) return std::nullopt;
    bytes = bytes.substr(0, kHeaderBytes);
    if (!HasChecksumAtEnd(bytes) || Get<std::uint32_t>(bytes, 8) != kVersion) return std::nullopt;
    SegmentHeader header;
    std::ranges::copy(bytes.substr(12, 16), header.journal.uuid.bytes.begin());
    header.first_sequence = Get<std::int64_t>(bytes, 28);
    header.created_at.micros = Get<std::int64_t>(bytes, 36);
    return header;
}

std::uint64_t ChecksumOfBody(std::string_view body) { return Checksum(body); }

void WriteFrame(char* frame, std::size_t body_size, std::int64_t sequence, std::uint64_t body_checksum) {
    FAIRLEAD_ASSERT(body_size <= kBodyBytesMax);
    std::string bytes(kFrameMagic);
    Put(bytes, static_cast<std::uint32_t>(body_size));
    Put(bytes, sequence);
    Put(bytes, body_checksum);
    Put(bytes, Checksum(bytes));
    FAIRLEAD_ASSERT(bytes.size() == kFrameBytes);
    std::ranges::copy(bytes, frame);
}

std::optional<Record> ReadRecord(std::string_view bytes) {
    if (bytes.size() < kFrameBytes || !bytes.starts_with(kFrameMagic)) return std::nullopt;
    const std::string_view frame = bytes.substr(0, kFrameBytes);
    if (!HasChecksumAtEnd(frame)) return std::nullopt;
    const std::size_t body_size = Get<std::uint32_t>(frame, 4);
    if (body_size > kBodyBytesMax || body_size > bytes.size() - kFrameBytes) return std::nullopt;
    const std::string_view body = bytes.substr(kFrameBytes, body_size);
    if (Checksum(body) != Get<std::uint64_t>(frame, 16)) return std::nullopt;
    return Record{.sequence = Get<std::int64_t>(frame, 8), .body = body, .size = kFrameBytes + body_size};
}

std::optional<std::size_t> FindRecord(std::string_view bytes, std::size_t from) {
    while (true) {
        const std::size_t at = bytes.find(kFrameMagic, from);
        if (at == std::string_view::npos) return std::nullopt;
        if (ReadRecord(bytes.substr(at))) return at;
        from = at + 1;
    }
}

}  // namespace fairlead::journal
