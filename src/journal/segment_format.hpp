#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::journal {

// A segment is a file of records. Integers have a fixed size and are little endian; a checksum is SipHash-2-4 with a
// key of zeros. Behind the last record the file has zeros, because its space is reserved when it is made.
//   segment := header record* zero*
//   header  := "FLJOURN1" version:4 journal:16 first_sequence:8 created_at:8 checksum:8
//   record  := frame body
//   frame   := "FLRC" body_size:4 sequence:8 body_checksum:8 frame_checksum:8
// A frame is recognised by its own checksum, so the reader finds the next record behind a damaged one.
inline constexpr std::size_t kHeaderBytes = 52;
inline constexpr std::size_t kFrameBytes = 32;
inline constexpr std::size_t kBodyBytesMax = std::size_t{64} << 20;

struct SegmentHeader {
    JournalId journal;
    std::int64_t first_sequence = 1;
    Timestamp created_at;

    bool operator==(const SegmentHeader&) const = default;
};

std::string EncodeHeader(const SegmentHeader& header);
// Returns nothing if the bytes do not begin with a header of this version.
std::optional<SegmentHeader> ReadHeader(std::string_view bytes);

// A record is built in two steps. The space for the frame comes first, and the body is appended. The frame is written
// when the sequence number is known.
std::uint64_t ChecksumOfBody(std::string_view body);
void WriteFrame(char* frame, std::size_t body_size, std::int64_t sequence, std::uint64_t body_checksum);

// A valid record. The body is a view of the bytes that were read.
struct Record {
    std::int64_t sequence = 0;
    std::string_view body;
    std::size_t size = 0;  // With its frame.
};
// The record at the beginning of the bytes, or nothing if there is none that is whole and undamaged.
std::optional<Record> ReadRecord(std::string_view bytes);

// The first place from `from` on with a valid record, or nothing.
std::optional<std::size_t> FindRecord(std::string_view bytes, std::size_t from);

}  // namespace fairlead::journal
