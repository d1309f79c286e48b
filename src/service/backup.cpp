#include "service/backup.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fcntl.h>

#include "app/access/service_keys.hpp"
#include "base/text/text.hpp"
#include "ledger/archive/block_archive.hpp"
#include "ledger/backup/backup.hpp"
#include "ledger/postgres/postgres_tables.hpp"
#include "ledger/sqlite/sqlite_tables.hpp"
#include "service/data_folder.hpp"
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

Result<std::string> ReadSecretText(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    if (!KeyFromHex(TrimSpaces(line))) {
        return Fail(ErrorCode::kUnavailable, "cannot read the secret file " + path);
    }
    return std::string(TrimSpaces(line));
}

// Fails if the secret cannot decrypt the keys in the backup.
Status CheckSecret(const ledger::BackupReader& backup, const std::string& text, const std::string& path) {
    const auto sealed = TRY(ledger::SettingIn(backup, app::kAddressKeySetting));
    const auto secret = KeyFromHex(text);
    if (!sealed || (secret && Unseal(*sealed, *secret))) return {};
    return Fail(ErrorCode::kUnavailable,
                "the secret file " + path +
                    " does not belong to this backup. Copy the right file there, or name it with "
                    "--secret-file.");
}

Status WriteSecret(const std::string& path, const std::string& text) {
    const ledger::DiskFile file(path, O_WRONLY | O_CREAT | O_EXCL);
    if (file.is_open() && file.Write(text + "\n") && file.Sync()) return {};
    return Fail(ErrorCode::kUnavailable, "cannot write the secret file " + path);
}

// Checks the secret file if it exists, otherwise writes the one in the backup. Returns whether there is a secret file
// now.
Result<bool> PrepareSecret(const ledger::BackupReader& backup, const std::string& path) {
    const auto carried = TRY(ledger::SecretIn(backup));
    if (fs::exists(path)) {
        const auto text = TRY(ReadSecretText(path));
        TRY(CheckSecret(backup, text, path));
        return true;
    }
    if (!carried) return false;
    TRY(WriteSecret(path, *carried));
    return true;
}

std::unique_ptr<ledger::TableLoader> NewTables(const cli::Settings& settings,
                                               const std::shared_ptr<const ledger::BlockArchive>& archive) {
    if (!IsEmbedded(settings)) return ledger::LoadPostgresTables(settings.LedgerUrl(), archive);
    return ledger::LoadSqliteTables(PathOf(settings));
}

Result<app::BackupReport> RestoreChecked(const cli::Settings& settings, const ledger::BackupReader& backup,
                                         app::BackupReport report, const app::OnBackupProgress& on_progress) {
    TRY(MakeDataFolder(settings.data));
    const auto lock = TRY(DataFolderLock::TryTake(settings.data));
    if (!lock) {
        return Fail(ErrorCode::kUnavailable, "another process is using the data folder " + settings.data);
    }
    if (IsEmbedded(settings) && fs::exists(PathOf(settings))) {
        return Fail(ErrorCode::kUnavailable, "there is a ledger at " + PathOf(settings) +
                                                 ". Restore the backup to a new data folder or database.");
    }
    const auto secret = TRY(PrepareSecret(backup, settings.SecretFile()));
    report.secret_is_there = secret;
    telemetry::Metrics metrics;
    const auto archive = std::make_shared<ledger::BlockArchive>(settings.ArchiveFolder(), metrics);
    const auto tables = NewTables(settings, archive);
    TRY(ledger::RestoreBackup(backup, *tables, settings.ArchiveFolder(), on_progress));
    // Opening completes the migration of an old schema, which verification needs.
    auto opened = TRY(OpenLedger(settings, IfMissing::kFail, metrics));
    opened->Stop();
    return report;
}

}  // namespace

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
    const auto backup = TRY(ledger::BackupReader::Open(options.from));
    app::BackupReport report = ledger::Describe(backup, options.from);
    report.secret_file = settings.SecretFile();
    TRY(ledger::CheckBackup(backup, on_progress));
    if (options.check_only) return report;
    return RestoreChecked(settings, backup, std::move(report), on_progress);
}

}  // namespace fairlead::service
