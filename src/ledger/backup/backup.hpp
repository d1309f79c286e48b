#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/ports/backup.hpp"
#include "ledger/backup/backup_file.hpp"
#include "ledger/backup/table_copy.hpp"

namespace fairlead::ledger {

// Where a backup's contents come from, or go to, beside the tables.
struct BackupContext {
    std::filesystem::path archive;      // The folder of archive files.
    std::optional<std::string> secret;  // Put into the backup where it is given.
    Timestamp begun_at;                 // When the backup was asked for: what was acknowledged before is in it.
};

// Writes the tables as of the reader's moment, the archive files that they name and the secret to a new file.
Result<app::BackupReport> TakeBackup(TableReader& tables, const BackupContext& context,
                                     const app::BackupOptions& options, const app::OnBackupProgress& on_progress);

// What a backup holds, as its manifest says.
app::BackupReport Describe(const BackupReader& backup, const std::filesystem::path& path);

// Reads all of it and compares it with its digests, and the schema with what this program knows.
Status CheckBackup(const BackupReader& backup, const app::OnBackupProgress& on_progress);

// A value of the table of settings in a backup; nothing where it has none.
Result<std::optional<std::string>> SettingIn(const BackupReader& backup, std::string_view name);
// The secret that was put into it.
Result<std::optional<std::string>> SecretIn(const BackupReader& backup);

// Puts the archive files in place, then fills the tables. A file that is there with the same content is left as it is;
// another one is an Error. The backup must have been checked.
Status RestoreBackup(const BackupReader& backup, TableLoader& tables, const std::filesystem::path& archive,
                     const app::OnBackupProgress& on_progress);

}  // namespace fairlead::ledger
