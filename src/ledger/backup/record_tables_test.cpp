#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/id/uuid.hpp"
#include "ledger/backup/table_copy.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kTables("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name");

// A new table must be part of the record, or it must be listed here.
TEST(RecordTables, EveryTableBelongsToTheRecordUnlessItIsListedHere) {
    const auto path = std::filesystem::temp_directory_path() / ("fairlead-tables-" + NewUuid().ToString());
    std::vector<std::string> expected = RecordTables(LatestSchema());
    expected.insert(expected.end(),
                    {"probes", "sessions", "log_in_attempts", "known_addresses", "outbox_lanes", "schema_migrations"});
    std::ranges::sort(expected);
    std::vector<std::string> tables;
    {
        auto connection = SqliteConnection::Open(path, SqliteRole::kWriter);
        ASSERT_TRUE(connection);
        ASSERT_TRUE(Migrate(**connection, MigrationTarget::kSqlite));
        const auto rows = (*connection)->Query(kTables, {});
        ASSERT_TRUE(rows);
        for (std::size_t i = 0; i < rows->size(); ++i) tables.push_back(rows->String(i));
    }
    std::filesystem::remove(path);
    EXPECT_EQ(tables, expected);
}

TEST(RecordTables, AnOlderSchemaHasFewerTables) {
    EXPECT_THAT(RecordTables(1),
                testing::ElementsAre("settings", "operators", "brands", "api_keys", "users", "audit_log", "players",
                                     "events", "event_differences", "anomalies", "feeds"));
}

}  // namespace
}  // namespace fairlead::ledger
