#include "journal/segment_scan.hpp"

#include <gtest/gtest.h>

namespace fairlead::journal {
namespace {

const SegmentHeader kHeader{.journal = JournalId::New(), .first_sequence = 7, .created_at = Timestamp{1234567}};

std::string RecordOf(std::int64_t sequence, std::string_view body) {
    std::string record(kFrameBytes, '\0');
    record += body;
    WriteFrame(record.data(), body.size(), sequence, ChecksumOfBody(body));
    return record;
}

// A segment with three records and reserved space behind them.
struct Written {
    std::string first = RecordOf(7, "the first body");
    std::string second = RecordOf(8, "the second body, which is longer");
    std::string third = RecordOf(9, std::string(300, 'x'));
    std::size_t records = first.size() + second.size() + third.size();

    std::string Bytes(std::size_t reserved = 1000) const {
        return first + second + third + std::string(reserved, '\0');
    }
};

std::vector<std::int64_t> SequencesOf(const SegmentScan& scan) {
    std::vector<std::int64_t> sequences;
    for (const Record& record : scan.records) sequences.push_back(record.sequence);
    return sequences;
}

using Sequences = std::vector<std::int64_t>;

TEST(SegmentFormat, AHeaderIsReadBack) {
    const std::string bytes = EncodeHeader(kHeader);
    EXPECT_EQ(bytes.size(), kHeaderBytes);
    EXPECT_EQ(ReadHeader(bytes + "more"), kHeader);
    for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(ReadHeader(bytes.substr(0, size))) << size;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] ^= 1;
        EXPECT_FALSE(ReadHeader(changed)) << at;
    }
}

TEST(SegmentScan, AWholeSegmentIsReadToItsEnd) {
    const Written written;
    for (const std::size_t reserved : {0U, 1U, 1000U}) {
        const std::string bytes = written.Bytes(reserved);
        const SegmentScan scan = ScanRecords(bytes);
        EXPECT_EQ(SequencesOf(scan), (Sequences{7, 8, 9}));
        EXPECT_EQ(scan.records[0].body, "the first body");
        EXPECT_EQ(scan.end, written.records);
        EXPECT_FALSE(scan.torn);
        EXPECT_TRUE(scan.damaged.empty());
    }
}

TEST(SegmentScan, AnEmptySegmentHasNoRecords) {
    EXPECT_FALSE(ScanRecords("").torn);
    EXPECT_FALSE(ScanRecords(std::string(50, '\0')).torn);
    EXPECT_TRUE(ScanRecords("").records.empty());
}

TEST(SegmentScan, ATailThatIsTornAtAnyByteIsCutAtTheLastValidRecord) {
    const Written written;
    const std::string bytes = written.Bytes();
    const std::size_t third = written.records - written.third.size();
    for (std::size_t size = third + 1; size < written.records; ++size) {
        // The file ends there, or has the zeros of the space that was reserved.
        for (const std::size_t reserved : {std::size_t{0}, bytes.size() - size}) {
            const std::string torn = bytes.substr(0, size) + std::string(reserved, '\0');
            const SegmentScan scan = ScanRecords(torn);
            EXPECT_EQ(SequencesOf(scan), (Sequences{7, 8})) << size;
            EXPECT_EQ(scan.end, third);
            EXPECT_TRUE(scan.torn) << size;
            EXPECT_TRUE(scan.damaged.empty());
        }
    }
}

TEST(SegmentScan, AnyFlippedByteOfARecordInTheMiddleLosesThatRecordOnly) {
    const Written written;
    const std::size_t second = written.first.size();
    for (std::size_t at = second; at < second + written.second.size(); ++at) {
        for (const char flip : {'\x01', '\x80', '\xFF'}) {
            std::string damaged = written.Bytes();
            damaged[at] = static_cast<char>(damaged[at] ^ flip);
            const SegmentScan scan = ScanRecords(damaged);
            EXPECT_EQ(SequencesOf(scan), (Sequences{7, 9})) << at;
            EXPECT_EQ(scan.damaged, std::vector{second}) << at;
            EXPECT_EQ(scan.end, written.records);
            EXPECT_FALSE(scan.torn);
        }
    }
}

TEST(SegmentScan, AnyFlippedByteOfTheLastRecordCutsIt) {
    const Written written;
    const std::size_t third = written.records - written.third.size();
    for (std::size_t at = third; at < written.records; ++at) {
        std::string damaged = written.Bytes();
        damaged[at] ^= 4;
        const SegmentScan scan = ScanRecords(damaged);
        EXPECT_EQ(SequencesOf(scan), (Sequences{7, 8})) << at;
        EXPECT_TRUE(scan.torn) << at;
    }
}

TEST(SegmentScan, ARecordWithAnOldNumberIsNotRead) {
    const Written written;
    const std::string bytes = written.second + written.first;
    const SegmentScan scan = ScanRecords(bytes);
    EXPECT_EQ(SequencesOf(scan), Sequences{8});
    EXPECT_TRUE(scan.torn);
}

}  // namespace
}  // namespace fairlead::journal
