#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "base/id/ids.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::size_t kBeforeRowIds = 40;  // The last schema in which blocks had no row ids.
constexpr std::int64_t kBlocks = 30;
constexpr std::size_t kPayloadBytes = 100'000;

constexpr Sql kAddBlock(
    "INSERT INTO fact_blocks (operator_id, recorded_at, block_no, click_count, fact_count, payload)"
    " VALUES ($1, $2, $3, 0, 1, $4)");
constexpr Sql kFindBlock(
    "SELECT block_no, length(payload) AS payload_bytes FROM fact_blocks WHERE operator_id = $1 AND recorded_at = $2");
constexpr Sql kMoveBlock("UPDATE fact_blocks SET recorded_at = 5 WHERE operator_id = $1 AND block_no = $2");
constexpr Sql kCountBlocks("SELECT count(*) FROM fact_blocks");

// A ledger with blocks of the previous schema, which is then migrated.
class BlockSearch : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) / "block-search";
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        writer_ = Connect(SqliteRole::kWriter);
        ASSERT_TRUE(writer_->Begin());
        ASSERT_TRUE(ApplyMigrations(*writer_, MigrationTarget::kSqlite, 1, kBeforeRowIds));
        for (std::int64_t number = 1; number <= kBlocks; ++number) {
            const std::vector<std::uint8_t> payload(kPayloadBytes, static_cast<std::uint8_t>(number));
            ASSERT_TRUE(writer_->Run(kAddBlock, {Value::Of(owner_), Value::Of(TimeOf(number)), Value::Of(number),
                                                 Value::Of(std::span(payload))}));
        }
        ASSERT_TRUE(writer_->Commit());
        ASSERT_TRUE(Migrate(*writer_, MigrationTarget::kSqlite));
    }
    void TearDown() override {
        writer_.reset();
        std::filesystem::remove_all(folder_);
    }

    std::unique_ptr<SqliteConnection> Connect(SqliteRole role) {
        auto opened = SqliteConnection::Open((folder_ / "ledger.db").string(), role);
        EXPECT_TRUE(opened);
        return std::move(*opened);
    }
    static Timestamp TimeOf(std::int64_t number) { return Timestamp{1'000'000 * number}; }
    // The number of pages that the connection has read from its file since the last call.
    static int PagesRead(SqliteConnection& connection) {
        int pages = 0;
        int highest = 0;
        EXPECT_EQ(sqlite3_db_status(connection.handle(), SQLITE_DBSTATUS_CACHE_MISS, &pages, &highest, 1), SQLITE_OK);
        return pages;
    }

    std::filesystem::path folder_;
    const OperatorId owner_ = OperatorId::New();
    std::unique_ptr<SqliteConnection> writer_;
};

TEST_F(BlockSearch, ReadsNoPayloadsOfOtherBlocks) {
    const auto reader = Connect(SqliteRole::kReader);
    ASSERT_EQ(reader->Query(kCountBlocks, {})->Integer(0), kBlocks);
    (void)PagesRead(*reader);
    for (std::int64_t number = 1; number <= kBlocks; ++number) {
        const auto found = reader->Query(kFindBlock, {Value::Of(owner_), Value::Of(TimeOf(number))});
        ASSERT_EQ(found->size(), 1U);
        EXPECT_EQ(found->Integer(0, kFindBlock["block_no"]), number);
        EXPECT_EQ(found->Integer(0, kFindBlock["payload_bytes"]), static_cast<std::int64_t>(kPayloadBytes));
    }
    // A payload has 25 pages. Each search reads at most the page of its row, and a few pages of the two trees.
    EXPECT_LT(PagesRead(*reader), 2 * kBlocks);
}

TEST_F(BlockSearch, BlocksStillKeepTheirPlace) {
    EXPECT_FALSE(writer_->Run(kMoveBlock, {Value::Of(owner_), Value::Of(std::int64_t{1})}));
}

}  // namespace
}  // namespace fairlead::ledger
