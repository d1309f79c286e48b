#pragma once

#include "app/ports/backup.hpp"
#include "base/result.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// Copies the ledger of these settings, its archive and, on request, the secret to a new file. The service may be
// running.
Result<app::BackupReport> TakeBackup(const cli::Settings& settings, const app::BackupOptions& options,
                                     const app::OnBackupProgress& on_progress);

// Restores a backup. Fails if there is a ledger already. First compares all contents of the backup with their digests.
Result<app::BackupReport> RestoreBackup(const cli::Settings& settings, const app::RestoreOptions& options,
                                        const app::OnBackupProgress& on_progress);

}  // namespace fairlead::service
