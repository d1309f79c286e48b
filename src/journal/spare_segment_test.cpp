#include "journal/spare_segment.hpp"

#include <chrono>

#include <gtest/gtest.h>

#include "base/id/uuid.hpp"
#include "journal/segment_file.hpp"

namespace fairlead::journal {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr std::size_t kSpareBytes = 300'000;

class SpareSegmentTest : public testing::Test {
protected:
    SpareSegmentTest() : folder_(fs::temp_directory_path() / ("fairlead-spare-" + NewUuid().ToString())) {
        fs::create_directories(folder_);
    }
    ~SpareSegmentTest() override { fs::remove_all(folder_); }

    // Nothing if no file is finished within the limit.
    std::optional<std::size_t> WaitAndMove(SpareSegment& spare, std::chrono::seconds limit = 60s) const {
        const auto until = std::chrono::steady_clock::now() + limit;
        while (std::chrono::steady_clock::now() < until) {
            if (const auto bytes = spare.MoveTo(segment_)) return bytes;
            std::this_thread::sleep_for(1ms);
        }
        return std::nullopt;
    }

    fs::path folder_;
    fs::path segment_ = folder_ / "1.segment";
};

TEST_F(SpareSegmentTest, AFinishedFileHasZerosAndIsGivenAwayOnce) {
    SpareSegment spare(folder_);
    EXPECT_FALSE(spare.MoveTo(segment_)) << "nothing was prepared";
    spare.Prepare(kSpareBytes);
    EXPECT_EQ(WaitAndMove(spare), kSpareBytes);
    EXPECT_EQ(ReadRange(segment_, 0, kSpareBytes + 1).value(), std::string(kSpareBytes, '\0'));
    EXPECT_FALSE(spare.MoveTo(segment_));
}

TEST_F(SpareSegmentTest, WhatACrashHasLeftIsReplaced) {
    ASSERT_TRUE(MakeZeros(folder_ / "next.spare", 10));
    SpareSegment spare(folder_);
    spare.Prepare(kSpareBytes);
    EXPECT_EQ(WaitAndMove(spare), kSpareBytes);
}

TEST_F(SpareSegmentTest, AFolderThatCannotBeWrittenGivesNone) {
    SpareSegment spare(folder_ / "missing");
    spare.Prepare(kSpareBytes);
    EXPECT_FALSE(WaitAndMove(spare, 1s));
}

TEST_F(SpareSegmentTest, TheEndLeavesNoFile) {
    {
        SpareSegment spare(folder_);
        spare.Prepare(kSpareBytes);
    }
    EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace fairlead::journal
