#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/ports/backup.hpp"
#include "ledger/backup/backup_file.hpp"
#include "ledger/backup/table_copy.hpp"

namespace fairlead::ledger {

// The sources of a backup's contents besides the tables.
struct BackupContext {
    std::filesystem::path archive;      // The folder of archive files.
    std::optional<std::string> secret;  // Added to the backup if it is given.
    Timestamp begun_at;                 // The start of the backup. It contains everything acknowledged before.
};

// Writes the tables in the reader's snapshot, the archive files that they refer to, and the secret to a new file.
Result<app::BackupReport> TakeBackup(TableReader& tables, const BackupContext& context,
                                     const app::BackupOptions& options, const app::OnBackupProgress& on_progress);

// The contents of a backup according to its manifest.
app::BackupReport Describe(const BackupReader& backup, const std::filesystem::path& path);

// Reads the whole backup, compares it with its digests, and checks that this program knows its schema.
Status CheckBackup(const BackupReader& backup, const app::OnBackupProgress& on_progress);

// A value of the table `settings` in a backup; nothing if it has none.
Result<std::optional<std::string>> SettingIn(const BackupReader& backup, std::string_view name);
// The secret in a backup; nothing if it has none.
Result<std::optional<std::string>> SecretIn(const BackupReader& backup);

// Writes the archive files, then fills the tables. An existing file with the same content is kept; with other content
// it is an Error. Check the backup first.
Status RestoreBackup(const BackupReader& backup, TableLoader& tables, const std::filesystem::path& archive,
                     const app::OnBackupProgress& on_progress);

}  // namespace fairlead::ledger
