#include "service/repair_clock.hpp"

#include <filesystem>

#include "ledger/archive/block_archive.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/postgres/postgres_engine.hpp"
#include "ledger/repair/clock_repair.hpp"
#include "ledger/sqlite/sqlite_engine.hpp"
#include "service/open_ledger.hpp"

namespace fairlead::service {
namespace {

constexpr ledger::Sql kOthers(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'fairlead'"
    " AND pid <> pg_backend_pid()");

Result<std::vector<app::ClockRepairPart>> RepairServer(const std::string& url,
                                                       const std::shared_ptr<ledger::BlockArchive>& archive,
                                                       const app::ClockRepairOptions& options) {
    const auto source = TRY(ledger::OpenPostgresReader(url, archive));
    const auto connection = TRY(source->Acquire());
    const auto others = TRY(connection->Query(kOthers, {}));
    if (others.Integer(0) > 0) {
        return Fail(ErrorCode::kUnavailable, "a service uses this ledger. Stop all nodes first.");
    }
    TRY(ledger::Migrate(*connection, ledger::MigrationTarget::kPostgres));
    return ledger::RepairClock(*connection, ledger::MigrationTarget::kPostgres, options);
}

}  // namespace

Result<std::vector<app::ClockRepairPart>> RepairClock(const cli::Settings& settings,
                                                      const app::ClockRepairOptions& options) {
    telemetry::Metrics metrics;
    const auto archive = std::make_shared<ledger::BlockArchive>(settings.ArchiveFolder(), metrics);
    if (!IsEmbedded(settings)) return RepairServer(settings.LedgerUrl(), archive, options);
    const std::string path = settings.LedgerUrl().substr(kSqlitePrefix.size());
    if (!std::filesystem::exists(path)) return Fail(ErrorCode::kUnavailable, "there is no ledger at " + path);
    // Opening takes the lock of the ledger, which a running service holds.
    const auto engine = TRY(ledger::OpenSqliteEngine(path, archive));
    const auto connection = TRY(engine.writers.front().source->Acquire());
    return ledger::RepairClock(*connection, ledger::MigrationTarget::kSqlite, options);
}

}  // namespace fairlead::service
