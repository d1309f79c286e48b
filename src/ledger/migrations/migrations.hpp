#pragma once

#include <span>
#include <string_view>

#include "base/result.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// One numbered folder of migrations/, built into the program.
struct Migration {
    int number = 0;
    std::string_view name;
    std::string_view up;        // For both engines.
    std::string_view sqlite;    // After `up`, on SQLite only.
    std::string_view postgres;  // After `up`, on PostgreSQL only.
};

std::span<const Migration> AllMigrations();
// The number of the newest one.
inline std::size_t LatestSchema() { return AllMigrations().size(); }

enum class MigrationTarget : std::uint8_t { kSqlite, kPostgres };

// Brings the schema up to date. Each migration is one transaction together with the note that it was applied, so an
// interrupted one leaves nothing behind. A schema newer than the program is refused.
Status Migrate(Connection& connection, MigrationTarget target);

// Applies the migrations with these numbers, the last one included, in the transaction that is open.
Status ApplyMigrations(Connection& connection, MigrationTarget target, std::size_t first, std::size_t last);

// The number of the newest migration that was applied. An Error where the program does not know it, there is no
// ledger, or its upgrade was interrupted.
Result<std::size_t> ReadSchemaVersion(Connection& connection);

}  // namespace fairlead::ledger
