#include "ledger/archive/archive_file.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ledger/archive/zstd_frame.hpp"

namespace fairlead::ledger {
namespace {

const OperatorId kOwner = OperatorId::New();

// Blocks of these sizes, each filled with its own letter, with gaps in their numbers.
struct Blocks {
    explicit Blocks(const std::vector<std::size_t>& sizes) {
        texts.reserve(sizes.size());
        for (const std::size_t size : sizes) {
            const auto n = static_cast<std::int64_t>(texts.size());
            texts.emplace_back(size, static_cast<char>('a' + n % 26));
            list.push_back({.number = 3 * n + 1, .recorded_at = Timestamp{1000 + 7 * n}, .bytes = texts.back()});
        }
    }
    std::vector<std::string> texts;
    std::vector<ArchivedBlock> list;
};

std::optional<std::string> ReadAt(std::string_view file, const ArchivePlace& place) {
    if (place.group_offset > file.size()) return std::nullopt;
    const auto group = ReadZstdFrame(file.substr(place.group_offset, place.group_bytes));
    if (!group) return std::nullopt;
    const auto bytes = FindInGroup(*group, place);
    return bytes ? std::optional<std::string>(*bytes) : std::nullopt;
}

std::optional<std::vector<ArchivePlace>> IndexOf(std::string_view file) {
    if (file.size() < kArchiveHeadBytes + kArchiveTrailerBytes) return std::nullopt;
    const auto extent = IndexExtent(file.substr(file.size() - kArchiveTrailerBytes), file.size());
    return extent ? ReadArchiveIndex(file.substr(extent->offset, extent->bytes)) : std::nullopt;
}

TEST(ArchiveFile, EveryBlockIsReadFromItsPlace) {
    // Some blocks share a group, one is larger than a group, and one is empty.
    const Blocks blocks({10, 0, 100'000, 200'000, 900'000, 1, 5});
    const ArchiveContents file = EncodeArchive(kOwner, blocks.list);
    ASSERT_EQ(file.places.size(), blocks.list.size());
    for (std::size_t i = 0; i < blocks.list.size(); ++i) {
        EXPECT_EQ(file.places[i].number, blocks.list[i].number);
        EXPECT_EQ(file.places[i].recorded_at, blocks.list[i].recorded_at);
        EXPECT_EQ(ReadAt(file.bytes, file.places[i]), blocks.texts[i]) << i;
    }
    EXPECT_EQ(file.places[0].group_offset, file.places[1].group_offset);
    EXPECT_NE(file.places[0].group_offset, file.places[5].group_offset);
    EXPECT_EQ(IndexOf(file.bytes), file.places);
    EXPECT_LT(file.bytes.size(), 5000U);
}

TEST(ArchiveFile, TheHeadNamesTheOperator) {
    const Blocks blocks({1});
    const std::string head = EncodeArchive(kOwner, blocks.list).bytes.substr(0, kArchiveHeadBytes);
    EXPECT_TRUE(IsArchiveHead(head, kOwner));
    EXPECT_FALSE(IsArchiveHead(head, OperatorId::New()));
    EXPECT_FALSE(IsArchiveHead(head.substr(1), kOwner));
}

TEST(ArchiveFile, AnotherBlockIsNeverReturned) {
    const Blocks blocks({10, 20});
    const ArchiveContents file = EncodeArchive(kOwner, blocks.list);
    ArchivePlace place = file.places[1];
    place.number = blocks.list[0].number;
    EXPECT_EQ(ReadAt(file.bytes, place), std::nullopt);
    place = file.places[1];
    ++place.recorded_at.micros;
    EXPECT_EQ(ReadAt(file.bytes, place), std::nullopt);
    place = file.places[1];
    place.entry_offset = 1ULL << 40;
    EXPECT_EQ(ReadAt(file.bytes, place), std::nullopt);
}

RC_GTEST_PROP(ArchiveFile, AFileWithOneChangedByteNeverReturnsAWrongBlock, ()) {
    const Blocks blocks({300, 5, 4000});
    const ArchiveContents file = EncodeArchive(kOwner, blocks.list);
    std::string bytes = file.bytes;
    const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    bytes[at] = static_cast<char>(bytes[at] ^ *rc::gen::inRange(1, 256));
    for (std::size_t i = 0; i < blocks.texts.size(); ++i) {
        const auto read = ReadAt(bytes, file.places[i]);
        if (read) RC_ASSERT(*read == blocks.texts[i]);
    }
    const auto index = IndexOf(bytes);
    if (index) RC_ASSERT(*index == file.places);
}

RC_GTEST_PROP(ArchiveFile, ATruncatedFileHasNoIndex, ()) {
    const Blocks blocks({300, 5, 4000});
    const std::string bytes = EncodeArchive(kOwner, blocks.list).bytes;
    RC_ASSERT(!IndexOf(std::string_view(bytes).substr(0, *rc::gen::inRange<std::size_t>(0, bytes.size()))));
}

RC_GTEST_PROP(ArchiveFile, AnyBytesAreReadOrRefused, (const std::string& noise)) {
    ReadZstdFrame(noise);
    ReadArchiveIndex(noise);
    FindInGroup(noise, {.number = 1, .recorded_at = {}, .group_offset = 0, .group_bytes = 0, .entry_offset = 0});
    std::string frame;
    AppendZstdFrame(frame, noise, 1, FrameChecksum::kWith);
    ReadArchiveIndex(frame);
}

}  // namespace
}  // namespace fairlead::ledger
