#include "journal/batch_bytes.hpp"

#include <gtest/gtest.h>

#include "domain/tracking/any_click_test.hpp"

namespace fairlead::journal {
namespace {

app::TrackedBatch AnyBatch() {
    tracking::SeededChoice choose(5);
    const std::vector<tracking::Click> clicks{tracking::AnyClick(choose), tracking::AnyClick(choose)};
    return {.owner = tracking::NthId<OperatorId>(3),
            .time = Timestamp{1'794'722'400'123'456},
            .clicks = SegmentOf(clicks),
            .click_terms = {1, 0xFFFF'FFFF'FFFF'FFFF, 77},
            .impressions = {{"one key", 41}, {"other key", 2}}};
}

std::string BytesOf(const app::TrackedBatch& batch) {
    std::string bytes;
    AppendBatch(bytes, batch);
    return bytes;
}

TEST(BatchBytes, ABatchIsReadBackCompletely) {
    const app::TrackedBatch batch = AnyBatch();
    const auto read = ReadBatch(BytesOf(batch));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->owner, batch.owner);
    EXPECT_EQ(read->time, batch.time);
    EXPECT_EQ(read->clicks.heads, batch.clicks.heads);
    EXPECT_EQ(read->clicks.rows, batch.clicks.rows);
    EXPECT_EQ(read->clicks.head_count, batch.clicks.head_count);
    EXPECT_EQ(read->clicks.row_count, batch.clicks.row_count);
    EXPECT_EQ(read->click_terms, batch.click_terms);
    EXPECT_EQ(read->impressions, batch.impressions);
}

TEST(BatchBytes, TruncatedBytesAreRefused) {
    const std::string bytes = BytesOf(AnyBatch());
    for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(ReadBatch(bytes.substr(0, size))) << size;
    EXPECT_FALSE(ReadBatch(bytes + "x"));
}

TEST(BatchBytes, ABatchWithoutATimeIsRefused) {
    app::TrackedBatch batch = AnyBatch();
    batch.time = {};
    EXPECT_FALSE(ReadBatch(BytesOf(batch)));
}

}  // namespace
}  // namespace fairlead::journal
