#include "ledger/backup/restored_ledger.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/id/uuid.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOriginal = R"(
INSERT INTO settings (name, value) VALUES ('ledger_id', x'01');
INSERT INTO postbacks (operator_id, postback_id, affiliate_id, name, triggers, method, url, status, created_at)
    VALUES (x'01', x'01', x'01', 'active', '', 'GET', '', 'active', 1),
           (x'01', x'02', x'01', 'inactive', '', 'GET', '', 'inactive', 1);
INSERT INTO outbox_messages (operator_id, created_at, position, destination_id, kind, type, status, started_at,
                             failures, attempts, next_attempt_at)
    VALUES (x'01', 1, 0, x'01', 'postback', 'deposit', 0, 1, 0, 0, 1),
           (x'01', 1, 1, x'01', 'postback', 'deposit', 1, 1, 0, 1, 1);
)";
constexpr Sql kPostbacksInOrder("SELECT status, pause_reason, paused_at FROM postbacks ORDER BY postback_id");
constexpr Sql kMessagesInOrder("SELECT status FROM outbox_messages ORDER BY position");
constexpr Sql kCountIds("SELECT count(*) FROM settings WHERE name = 'ledger_id'");
constexpr Timestamp kThen{1'700'000'000'000'000};

class RestoredLedger : public testing::Test {
protected:
    RestoredLedger() {
        EXPECT_TRUE(Migrate(*ledger_, MigrationTarget::kSqlite));
        EXPECT_TRUE(ledger_->RunScript(kOriginal));
    }
    ~RestoredLedger() override {
        ledger_.reset();
        fs::remove_all(path_.parent_path());
    }
    static fs::path InNewFolder() {
        const fs::path folder = fs::temp_directory_path() / ("fairlead-restored-" + NewUuid().ToString());
        fs::create_directories(folder);
        return folder / "ledger.db";
    }

    fs::path path_ = InNewFolder();
    std::unique_ptr<SqliteConnection> ledger_ = std::move(*SqliteConnection::Open(path_, SqliteRole::kWriter));
};

TEST_F(RestoredLedger, DestinationsArePaused) {
    ASSERT_TRUE(BeginAsRestored(*ledger_, kThen));
    const auto rows = ledger_->Query(kPostbacksInOrder, {});
    EXPECT_EQ(rows->String(0), "paused");
    EXPECT_EQ(rows->String(0, kPostbacksInOrder["pause_reason"]), "restored from a backup");
    EXPECT_EQ(rows->Integer(0, kPostbacksInOrder["paused_at"]), kThen.micros);
    EXPECT_EQ(rows->String(1), "inactive");
}

TEST_F(RestoredLedger, MessagesThatWaitedHaveFailed) {
    ASSERT_TRUE(BeginAsRestored(*ledger_, kThen));
    const auto rows = ledger_->Query(kMessagesInOrder, {});
    EXPECT_EQ(rows->Integer(0), 2);
    EXPECT_EQ(rows->Integer(1), 1);
}

TEST_F(RestoredLedger, ItIsAnotherLedgerAndKnowsSinceWhen) {
    EXPECT_EQ(RestoredAt(*ledger_).value(), std::nullopt);
    ASSERT_TRUE(BeginAsRestored(*ledger_, kThen));
    EXPECT_EQ(RestoredAt(*ledger_).value(), kThen);
    EXPECT_EQ(ledger_->Query(kCountIds, {})->Integer(0), 0);
    const Timestamp later{kThen.micros + 1};
    ASSERT_TRUE(BeginAsRestored(*ledger_, later));
    EXPECT_EQ(RestoredAt(*ledger_).value(), later);
}

}  // namespace
}  // namespace fairlead::ledger
