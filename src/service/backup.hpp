#pragma once

#include "app/ports/backup.hpp"
#include "base/result.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// Copies the ledger that the settings name, and what belongs to it, to a new file; also beside a running service.
Result<app::BackupReport> TakeBackup(const cli::Settings& settings, const app::BackupOptions& options,
                                     const app::OnBackupProgress& on_progress);

// Makes a ledger of a backup where there is none. Everything of the backup is compared with its digests first.
Result<app::BackupReport> RestoreBackup(const cli::Settings& settings, const app::RestoreOptions& options,
                                        const app::OnBackupProgress& on_progress);

}  // namespace fairlead::service
