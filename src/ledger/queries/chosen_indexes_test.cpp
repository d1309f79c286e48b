#include <array>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "base/id/ids.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/outbox/delivery_queries.hpp"
#include "ledger/queries/player_queries.hpp"
#include "ledger/queries/statement_queries.hpp"
#include "ledger/record/adjustment_rows.hpp"
#include "ledger/record/seal_rows.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

// SQLite does not know how many rows have the same value. Without a word about the index it reads all rows of an
// operator for a few of them.

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kRows = 2000;
// A search in a tree takes a few dozen steps of SQLite's virtual machine. Reading all rows takes more than kRows.
constexpr std::int64_t kStepsMax = 600;

class ChosenIndexes : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) / "chosen-indexes";
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        connection_ = *SqliteConnection::Open((folder_ / "ledger.db").string(), SqliteRole::kWriter);
        ASSERT_TRUE(Migrate(*connection_, MigrationTarget::kSqlite));
        // Rows of one table alone, without the rows that they refer to.
        ASSERT_TRUE(connection_->RunScript("PRAGMA foreign_keys=OFF"));
    }
    void TearDown() override {
        connection_.reset();
        std::filesystem::remove_all(folder_);
    }

    // Adds rows that differ by the number i.
    void AddRows(const std::string& table, const std::string& columns, const std::string& values) {
        std::string owner = owner_.ToString();
        std::erase(owner, '-');
        ASSERT_TRUE(connection_->RunScript(
            "WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < " +
            std::to_string(kRows) + ") INSERT INTO " + table + " (operator_id, " + columns + ") SELECT x'" + owner +
            "', " + values + " FROM numbers"));
        (void)Steps();
    }
    // The steps of all statements since the last call.
    std::int64_t Steps() {
        std::int64_t steps = 0;
        for (sqlite3_stmt* one = sqlite3_next_stmt(connection_->handle(), nullptr); one != nullptr;
             one = sqlite3_next_stmt(connection_->handle(), one)) {
            steps += sqlite3_stmt_status(one, SQLITE_STMTSTATUS_VM_STEP, /*reset=*/1);
        }
        return steps;
    }

    std::filesystem::path folder_;
    const OperatorId owner_ = OperatorId::New();
    std::unique_ptr<SqliteConnection> connection_;
};

TEST_F(ChosenIndexes, TheSealOfANewRecordIsLookedUpAmongManySeals) {
    AddRows("seals", "number, kind, record, content", "i, 'link', printf('%06d', i), ''");
    const std::array<std::string, 2> records{"000100", "new"};
    const auto newest = ReadNewestSeals(*connection_, owner_, "link", records);
    ASSERT_TRUE(newest);
    EXPECT_EQ((*newest)[0]->number, 100);
    EXPECT_FALSE((*newest)[1]);
    EXPECT_LT(Steps(), kStepsMax);
}

TEST_F(ChosenIndexes, TheSealsOfAFewBlocksAreReadAlone) {
    AddRows("seals", "number, kind, record, content", "i, 'block', printf('%019d', i), ''");
    const auto seals = ReadBlockSeals(*connection_, owner_, 10, 12);
    ASSERT_TRUE(seals);
    EXPECT_EQ(seals->size(), 3U);
    EXPECT_LT(Steps(), kStepsMax);
}

TEST_F(ChosenIndexes, APlayerIsFoundByItsReference) {
    AddRows("players", "player_id, brand_id, external_ref, created_at",
            "CAST(printf('%016d', i) AS BLOB), x'000000000000000000000000000000b1', 'player-' || i, i");
    ASSERT_TRUE(
        connection_->RunScript("INSERT INTO brands (operator_id, brand_id, name, attribution_window_days,"
                               " attribution_fallback, ngr_mode, active, created_at) SELECT operator_id, brand_id,"
                               " 'Lucky', 30, 'none', 'total', 1, 1 FROM players LIMIT 1"));
    const auto players = FindPlayers(*connection_, owner_, {"player-77", "unknown"});
    ASSERT_TRUE(players);
    EXPECT_EQ(players->size(), 1U);
    EXPECT_LT(Steps(), kStepsMax);
}

TEST_F(ChosenIndexes, StatementsOfAnAffiliateAreReadWithoutThoseOfOthers) {
    AddRows("statements",
            "statement_id, affiliate_id, period, currency, closed_at, closed_by, commit_no, payable, content,"
            " content_hash, previous_hash",
            "randomblob(16), randomblob(16), 202610, 'EUR', i, '', i, '1', x'', x'', x''");
    const auto found =
        FindClosedStatements(*connection_, {.owner = owner_, .affiliates = {AffiliateId::New(), AffiliateId::New()}});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->empty());
    EXPECT_LT(Steps(), kStepsMax);
}

TEST_F(ChosenIndexes, AdjustmentsOfAnAffiliateAreReadWithoutThoseOfOthers) {
    AddRows("adjustments", "adjustment_id, affiliate_id, amount, currency, reason, actor, made_at, commit_no",
            "randomblob(16), randomblob(16), '1', 'EUR', '', '', i, i");
    const auto page = ReadAdjustmentPage(
        *connection_, {.owner = owner_, .before = {}, .affiliate = AffiliateId::New(), .currency = {}});
    ASSERT_TRUE(page);
    EXPECT_TRUE(page->items.empty());
    EXPECT_LT(Steps(), kStepsMax);
}

TEST_F(ChosenIndexes, FailedMessagesAreFoundAmongManyDelivered) {
    AddRows("outbox_messages",
            "created_at, position, destination_id, kind, type, status, started_at, failures, attempts,"
            " next_attempt_at",
            "i, 1, randomblob(16), 'webhook', 'commission', CASE i WHEN 3 THEN 2 ELSE 1 END, i, 0, 1, i");
    const auto page =
        ReadDeliveryPage(*connection_, {.owner = owner_, .status = app::DeliveryStatus::kFailed, .from = {}});
    ASSERT_TRUE(page);
    EXPECT_EQ(page->items.size(), 1U);
    EXPECT_LT(Steps(), kStepsMax);
}

}  // namespace
}  // namespace fairlead::ledger
