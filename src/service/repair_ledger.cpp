#include "service/repair_ledger.hpp"

#include <filesystem>

#include "ledger/archive/block_archive.hpp"
#include "ledger/backup/restored_ledger.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/postgres/postgres_engine.hpp"
#include "ledger/repair/clock_repair.hpp"
#include "ledger/sqlite/sqlite_engine.hpp"
#include "ledger/transaction/transactions.hpp"
#include "service/open_ledger.hpp"

namespace fairlead::service {
namespace {

constexpr ledger::Sql kOthers(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'fairlead'"
    " AND pid <> pg_backend_pid()");

// Calls `repair` with a connection to a ledger that no service uses.
template <class Repair>
auto WithServer(const cli::Settings& settings, const std::shared_ptr<ledger::BlockArchive>& archive,
                const Repair& repair)
    -> decltype(repair(std::declval<ledger::Connection&>(), ledger::MigrationTarget::kPostgres)) {
    const auto source = TRY(ledger::OpenPostgresReader(settings.LedgerUrl(), archive));
    const auto connection = TRY(source->Acquire());
    const auto others = TRY(connection->Query(kOthers, {}));
    if (others.Integer(0) > 0) {
        return Fail(ErrorCode::kUnavailable, "a service uses this ledger. Stop all nodes first.");
    }
    TRY(ledger::Migrate(*connection, ledger::MigrationTarget::kPostgres));
    return repair(*connection, ledger::MigrationTarget::kPostgres);
}

template <class Repair>
auto WithUnusedLedger(const cli::Settings& settings, const Repair& repair)
    -> decltype(repair(std::declval<ledger::Connection&>(), ledger::MigrationTarget::kSqlite)) {
    telemetry::Metrics metrics;
    const auto archive = std::make_shared<ledger::BlockArchive>(settings.ArchiveFolder(), metrics);
    if (!IsEmbedded(settings)) return WithServer(settings, archive, repair);
    const std::string path = settings.LedgerUrl().substr(kSqlitePrefix.size());
    if (!std::filesystem::exists(path)) return Fail(ErrorCode::kUnavailable, "there is no ledger at " + path);
    // Opening takes the lock of the ledger, which a running service holds.
    const auto engine = TRY(ledger::OpenSqliteEngine(path, archive));
    const auto connection = TRY(engine.writers.front().source->Acquire());
    return repair(*connection, ledger::MigrationTarget::kSqlite);
}

}  // namespace

Result<std::vector<app::ClockRepairPart>> RepairClock(const cli::Settings& settings,
                                                      const app::ClockRepairOptions& options) {
    return WithUnusedLedger(settings, [&](ledger::Connection& connection, ledger::MigrationTarget target) {
        return ledger::RepairClock(connection, target, options);
    });
}

Result<app::StoppedSending> StopSending(const cli::Settings& settings, bool apply) {
    return WithUnusedLedger(settings, [&](ledger::Connection& connection, ledger::MigrationTarget) {
        return ledger::InUndatedTransaction(connection, [&](ledger::Connection& open) {
            return apply ? ledger::StopSending(open, Now()) : ledger::CountSending(open);
        });
    });
}

}  // namespace fairlead::service
