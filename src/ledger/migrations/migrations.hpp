#pragma once

#include <span>
#include <string_view>

#include "base/result.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// A numbered folder of migrations/, which is built into the program.
struct Migration {
    int number = 0;
    std::string_view name;
    std::string_view up;        // For both engines.
    std::string_view sqlite;    // After `up`, on SQLite only.
    std::string_view postgres;  // After `up`, on PostgreSQL only.
};

std::span<const Migration> AllMigrations();
// The number of the newest migration.
inline std::size_t LatestSchema() { return AllMigrations().size(); }

enum class MigrationTarget : std::uint8_t { kSqlite, kPostgres };

// Updates the schema. Each migration is one transaction that also records the migration, so an interrupted migration
// leaves nothing behind. A schema that is newer than the program is refused.
Status Migrate(Connection& connection, MigrationTarget target);

// Applies the migrations from `first` to `last`, both included, in the open transaction.
Status ApplyMigrations(Connection& connection, MigrationTarget target, std::size_t first, std::size_t last);

// The number of the newest applied migration. An Error if the program does not know it, if there is no ledger, or if
// its upgrade was interrupted.
Result<std::size_t> ReadSchemaVersion(Connection& connection);

}  // namespace fairlead::ledger
