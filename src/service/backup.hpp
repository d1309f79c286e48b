#pragma once

#include <memory>

#include "app/ports/backup.hpp"
#include "base/result.hpp"
#include "cli/settings.hpp"
#include "service/data_folder.hpp"

namespace fairlead::service {

// Copies the ledger of these settings, its archive and, on request, the secret to a new file. The service may be
// running.
Result<app::BackupReport> TakeBackup(const cli::Settings& settings, const app::BackupOptions& options,
                                     const app::OnBackupProgress& on_progress);

// Restores a backup. Fails if there is a ledger already. First compares all contents of the backup with their digests.
Result<app::BackupReport> RestoreBackup(const cli::Settings& settings, const app::RestoreOptions& options,
                                        const app::OnBackupProgress& on_progress);

// For restoring: locks the data folder of these settings, which must have no ledger yet. Creates it if it is missing.
Result<std::unique_ptr<DataFolderLock>> LockNewFolder(const cli::Settings& settings);
// Opens a restored ledger and closes it. This completes the migration of an old schema, which verification needs.
Status OpenOnce(const cli::Settings& settings);

}  // namespace fairlead::service
