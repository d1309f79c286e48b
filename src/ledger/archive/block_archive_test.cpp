#include "ledger/archive/block_archive.hpp"

#include <fstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/id/uuid.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

class BlockArchives : public testing::Test {
protected:
    ~BlockArchives() override { fs::remove_all(folder_.parent_path()); }

    std::vector<ArchivePointer> Write() {
        const std::vector<ArchivedBlock> blocks{{7, Timestamp{100}, "seven"}, {8, Timestamp{200}, "eight"}};
        auto pointers = archive_.Write(owner_, blocks);
        EXPECT_TRUE(pointers);
        return pointers.value_or(std::vector<ArchivePointer>());
    }
    std::optional<std::string> Read(const ArchivePointer& pointer) {
        return ArchiveReader(archive_, owner_).Read(pointer);
    }
    fs::path PathOf(const ArchivePointer& pointer) const { return folder_ / owner_.ToString() / pointer.file; }

    fs::path folder_ = fs::temp_directory_path() / ("fairlead-archive-" + NewUuid().ToString()) / "archive";
    telemetry::Metrics metrics_;
    BlockArchive archive_{folder_, metrics_};
    OperatorId owner_ = OperatorId::New();
};

TEST_F(BlockArchives, BlocksAreReadThroughTheirPointers) {
    const auto pointers = Write();
    ASSERT_EQ(pointers.size(), 2U);
    EXPECT_EQ(pointers[0].file, "7-8.facts");
    EXPECT_EQ(Read(pointers[0]), "seven");
    const auto again = ReadPointer(EncodePointer(pointers[1]), 8, Timestamp{200});
    ASSERT_TRUE(again);
    EXPECT_EQ(Read(*again), "eight");
    EXPECT_EQ(archive_.ReadIndex(owner_, "7-8.facts")->size(), 2U);
    EXPECT_EQ(metrics_.archive_errors.Value(), 0);
}

TEST_F(BlockArchives, AMissingFileIsCountedOncePerQuery) {
    const auto pointers = Write();
    fs::remove(PathOf(pointers[0]));
    ArchiveReader reader(archive_, owner_);
    EXPECT_FALSE(reader.Read(pointers[0]));
    EXPECT_FALSE(reader.Read(pointers[1]));
    EXPECT_EQ(metrics_.archive_errors.Value(), 1);
}

TEST_F(BlockArchives, DamageIsFound) {
    const auto pointers = Write();
    fs::resize_file(PathOf(pointers[0]), fs::file_size(PathOf(pointers[0])) - 100);
    EXPECT_FALSE(Read(pointers[0]));
    EXPECT_FALSE(archive_.ReadIndex(owner_, pointers[0].file));
    std::ofstream(PathOf(pointers[0])) << "something else";
    EXPECT_FALSE(Read(pointers[0]));
    EXPECT_GE(metrics_.archive_errors.Value(), 3);
}

TEST_F(BlockArchives, TheFileOfAnotherOperatorIsNotRead) {
    const auto pointers = Write();
    const OperatorId other = OperatorId::New();
    fs::create_directories(folder_ / other.ToString());
    fs::copy(PathOf(pointers[0]), folder_ / other.ToString() / pointers[0].file);
    EXPECT_FALSE(ArchiveReader(archive_, other).Read(pointers[0]));
}

TEST_F(BlockArchives, AnUnfinishedFileIsRemovedAndNotListed) {
    const auto pointers = Write();
    const fs::path part = PathOf(pointers[0]).string() + ".part";
    std::ofstream(part) << "half";
    EXPECT_EQ(archive_.Files(owner_), std::vector<std::string>{"7-8.facts"});
    EXPECT_FALSE(fs::exists(part));
    archive_.Remove(owner_, "7-8.facts");
    EXPECT_TRUE(archive_.Files(owner_).empty());
}

TEST_F(BlockArchives, AFolderThatCannotBeMadeIsAnError) {
    fs::create_directories(folder_.parent_path());
    std::ofstream(folder_.string()) << "in the way";
    const ArchivedBlock block{1, Timestamp{1}, "one"};
    EXPECT_FALSE(archive_.Write(owner_, std::span(&block, 1)));
    EXPECT_EQ(metrics_.archive_errors.Value(), 1);
}

TEST(ArchivePointers, ANameCannotLeadToAnotherFolder) {
    EXPECT_FALSE(ReadPointer(EncodePointer({"../secret", {}}), 1, Timestamp{1}));
    EXPECT_FALSE(ReadPointer(EncodePointer({"", {}}), 1, Timestamp{1}));
    EXPECT_TRUE(ReadPointer(EncodePointer({"1-1.facts", {}}), 1, Timestamp{1}));
}

RC_GTEST_PROP(ArchivePointers, AnyBytesAreReadOrRefused, (const std::string& noise)) {
    ReadPointer(noise, 1, Timestamp{1});
}

}  // namespace
}  // namespace fairlead::ledger
