#include "ledger/migrations/migrations.hpp"

#include <string>

#include "base/time/time.hpp"
#include "ledger/migrations/first_release.hpp"

namespace fairlead::ledger {
namespace {

const char* const kCreateTable =
    "CREATE TABLE IF NOT EXISTS schema_migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT "
    "NOT NULL)";
// Waits for all transactions that write: each has read this table and keeps a lock on it until it ends
// (PostgresConnection::Begin). An older node that begins a transaction later finds the new number and refuses.
const char* const kWaitForWriters = "LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE";
constexpr Sql kNewestApplied("SELECT coalesce(max(number), 0) FROM schema_migrations");
constexpr Sql kNoteApplied("INSERT INTO schema_migrations (number, name, applied_at) VALUES ($1, $2, $3)");

Status ApplyOne(Connection& connection, MigrationTarget target, const Migration& migration) {
    if (migration.number == kAfterFirstRelease) {
        TRY(SetFirstReleaseAside(connection, target));
    }
    for (const std::string_view part :
         {migration.up, target == MigrationTarget::kSqlite ? migration.sqlite : migration.postgres}) {
        if (part.empty()) continue;
        TRY(connection.RunScript(std::string(part)));
    }
    return connection.Run(kNoteApplied,
                          {Value::Of(std::int64_t{migration.number}), Value::Of(migration.name), Value::Of(Now())});
}

std::unexpected<Error> TooNew() {
    return Fail(ErrorCode::kUnavailable, "the ledger was written by a newer version of the program");
}

// Applies the first missing migration; false if none is missing.
Result<bool> ApplyNext(Connection& connection, MigrationTarget target) {
    TRY(connection.BeginMigration());
    TRY(connection.RunScript(kCreateTable));
    const auto newest = TRY(connection.Query(kNewestApplied, {}));
    const auto migrations = AllMigrations();
    const auto applied = static_cast<std::size_t>(newest.Integer(0));
    if (applied > migrations.size()) return TooNew();
    if (applied < migrations.size()) {
        if (target == MigrationTarget::kPostgres) {
            TRY(connection.RunScript(kWaitForWriters));
        }
        TRY(ApplyOne(connection, target, migrations[applied]));
    }
    TRY(connection.Commit());
    return applied < migrations.size();
}

}  // namespace

Status Migrate(Connection& connection, MigrationTarget target) {
    for (std::size_t i = 0; i <= AllMigrations().size(); ++i) {
        const auto more = ApplyNext(connection, target);
        if (!more) {
            connection.Rollback();
            return std::unexpected(more.error());
        }
        if (!*more) break;
    }
    return {};
}

Status ApplyMigrations(Connection& connection, MigrationTarget target, std::size_t first, std::size_t last) {
    TRY(connection.RunScript(kCreateTable));
    for (const Migration& migration : AllMigrations().first(last).subspan(first - 1)) {
        TRY(ApplyOne(connection, target, migration));
    }
    return {};
}

Result<std::size_t> ReadSchemaVersion(Connection& connection) {
    const auto newest = TRY(connection.Query(kNewestApplied, {}));
    const auto applied = static_cast<std::size_t>(newest.Integer(0));
    if (applied > AllMigrations().size()) return TooNew();
    const auto waits = TRY(FirstReleaseWaits(connection));
    if (waits) {
        return Fail(ErrorCode::kUnavailable, "the ledger is still being upgraded: start the service once to finish it");
    }
    return applied;
}

}  // namespace fairlead::ledger
