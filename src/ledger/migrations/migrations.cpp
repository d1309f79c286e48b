#include "ledger/migrations/migrations.hpp"

#include <string>

#include "base/time/time.hpp"
#include "ledger/migrations/first_release.hpp"

namespace fairlead::ledger {
namespace {

const char* const kCreateTable =
    "CREATE TABLE IF NOT EXISTS schema_migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT "
    "NOT NULL)";
constexpr Sql kNewestApplied("SELECT coalesce(max(number), 0) FROM schema_migrations");
constexpr Sql kNoteApplied("INSERT INTO schema_migrations (number, name, applied_at) VALUES ($1, $2, $3)");

Status ApplyOne(Connection& connection, MigrationTarget target, const Migration& migration) {
    if (migration.number == kAfterFirstRelease) {
        if (auto done = SetFirstReleaseAside(connection, target); !done) return done;
    }
    for (const std::string_view part :
         {migration.up, target == MigrationTarget::kSqlite ? migration.sqlite : migration.postgres}) {
        if (part.empty()) continue;
        if (auto done = connection.RunScript(std::string(part)); !done) return done;
    }
    return connection.Run(kNoteApplied,
                          {Value::Of(std::int64_t{migration.number}), Value::Of(migration.name), Value::Of(Now())});
}

std::unexpected<Error> TooNew() {
    return Fail(ErrorCode::kUnavailable, "the ledger was written by a newer version of the program");
}

// Applies the first migration that is missing; false when there is none.
Result<bool> ApplyNext(Connection& connection, MigrationTarget target) {
    if (auto done = connection.BeginMigration(); !done) return std::unexpected(done.error());
    if (auto done = connection.RunScript(kCreateTable); !done) return std::unexpected(done.error());
    const auto newest = connection.Query(kNewestApplied, {});
    if (!newest) return std::unexpected(newest.error());
    const auto migrations = AllMigrations();
    const auto applied = static_cast<std::size_t>(newest->Integer(0, 0));
    if (applied > migrations.size()) return TooNew();
    if (applied < migrations.size()) {
        if (auto done = ApplyOne(connection, target, migrations[applied]); !done) return std::unexpected(done.error());
    }
    if (auto done = connection.Commit(); !done) return std::unexpected(done.error());
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
    if (auto done = connection.RunScript(kCreateTable); !done) return done;
    for (const Migration& migration : AllMigrations().first(last).subspan(first - 1)) {
        if (auto done = ApplyOne(connection, target, migration); !done) return done;
    }
    return {};
}

Result<std::size_t> ReadSchemaVersion(Connection& connection) {
    const auto newest = connection.Query(kNewestApplied, {});
    if (!newest) return std::unexpected(newest.error());
    const auto applied = static_cast<std::size_t>(newest->Integer(0, 0));
    if (applied > AllMigrations().size()) return TooNew();
    const auto waits = FirstReleaseWaits(connection);
    if (!waits) return std::unexpected(waits.error());
    if (*waits) {
        return Fail(ErrorCode::kUnavailable, "the ledger is still being upgraded: start the service once to finish it");
    }
    return applied;
}

}  // namespace fairlead::ledger
