#include "service/backup.hpp"

#include <algorithm>
#include <filesystem>

#include "app/access/service_keys.hpp"
#include "ledger/archive/block_archive.hpp"
#include "ledger/backup/backup.hpp"
#include "ledger/postgres/postgres_tables.hpp"
#include "ledger/sqlite/sqlite_tables.hpp"
#include "service/backup_secret.hpp"
#include "service/follow.hpp"
#include "service/open_ledger.hpp"

namespace fairlead::service {
namespace {

namespace fs = std::filesystem;

std::string PathOf(const cli::Settings& settings) { return settings.LedgerUrl().substr(kSqlitePrefix.size()); }

Result<std::unique_ptr<ledger::TableReader>> OpenTables(const cli::Settings& settings) {
    if (!IsEmbedded(settings)) return ledger::ReadPostgresTables(settings.LedgerUrl());
    const std::string path = PathOf(settings);
    if (!fs::exists(path)) return Fail(ErrorCode::kUnavailable, "there is no ledger at " + path);
    return ledger::ReadSqliteTables(path);
}

// The path of a backup in a folder, with the current time: fairlead-2026-11-16T00-20-59Z.backup.
std::string NewBackupPath(const std::string& to) {
    if (!fs::is_directory(to)) return to;
    // Without the fraction of the second.
    std::string name = Now().ToIso8601();
    name.erase(std::min(name.find('.'), name.size()));
    std::ranges::replace(name, ':', '-');
    return (fs::path(to) / ("fairlead-" + name + "Z.backup")).string();
}

std::unique_ptr<ledger::TableLoader> NewTables(const cli::Settings& settings,
                                               const std::shared_ptr<const ledger::BlockArchive>& archive) {
    if (!IsEmbedded(settings)) return ledger::LoadPostgresTables(settings.LedgerUrl(), archive);
    return ledger::LoadSqliteTables(PathOf(settings));
}

Result<app::BackupReport> RestoreChecked(const cli::Settings& settings, const ledger::BackupReader& backup,
                                         app::BackupReport report, const app::OnBackupProgress& on_progress) {
    const auto lock = TRY(LockNewFolder(settings));
    const auto sealed = TRY(ledger::SettingIn(backup, app::kAddressKeySetting));
    const auto carried = TRY(ledger::SecretIn(backup));
    report.secret_is_there = TRY(PrepareSecret(settings.SecretFile(), sealed, carried));
    telemetry::Metrics metrics;
    const auto archive = std::make_shared<ledger::BlockArchive>(settings.ArchiveFolder(), metrics);
    const auto tables = NewTables(settings, archive);
    TRY(ledger::RestoreBackup(backup, *tables, settings.ArchiveFolder(), on_progress));
    TRY(OpenOnce(settings));
    return report;
}

}  // namespace

Result<std::unique_ptr<DataFolderLock>> LockNewFolder(const cli::Settings& settings) {
    TRY(MakeDataFolder(settings.data));
    auto lock = TRY(DataFolderLock::TryTake(settings.data));
    if (!lock) {
        return Fail(ErrorCode::kUnavailable, "another process is using the data folder " + settings.data);
    }
    if (IsEmbedded(settings) && fs::exists(PathOf(settings))) {
        return Fail(ErrorCode::kUnavailable, "there is a ledger at " + PathOf(settings) +
                                                 ". Restore the backup to a new data folder or database.");
    }
    return lock;
}

Status OpenOnce(const cli::Settings& settings) {
    telemetry::Metrics metrics;
    auto opened = TRY(OpenLedger(settings, IfMissing::kFail, metrics));
    opened->Stop();
    return {};
}

Result<app::BackupReport> TakeBackup(const cli::Settings& settings, const app::BackupOptions& options,
                                     const app::OnBackupProgress& on_progress) {
    ledger::BackupContext context{.archive = settings.ArchiveFolder(), .secret = {}, .begun_at = Now()};
    if (options.with_secret) {
        const auto secret = TRY(ReadSecretText(settings.SecretFile()));
        context.secret = secret;
    }
    const auto tables = TRY(OpenTables(settings));
    app::BackupOptions placed = options;
    placed.to = NewBackupPath(options.to);
    auto report = ledger::TakeBackup(*tables, context, placed, on_progress);
    if (report) report->secret_file = settings.SecretFile();
    return report;
}

Result<app::BackupReport> RestoreBackup(const cli::Settings& settings, const app::RestoreOptions& options,
                                        const app::OnBackupProgress& on_progress) {
    if (fs::is_directory(options.from)) return RestoreChanges(settings, options, on_progress);
    if (options.at) {
        return Fail(ErrorCode::kInvalidValue, "--at needs a folder that fairlead backup --follow has written. " +
                                                  options.from + " shows one moment only.");
    }
    const auto backup = TRY(ledger::BackupReader::Open(options.from));
    app::BackupReport report = ledger::Describe(backup, options.from);
    report.secret_file = settings.SecretFile();
    TRY(ledger::CheckBackup(backup, on_progress));
    if (options.check_only) return report;
    return RestoreChecked(settings, backup, std::move(report), on_progress);
}

}  // namespace fairlead::service
