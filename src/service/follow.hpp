#pragma once

#include "app/ports/backup.hpp"
#include "base/result.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// Ships the changes of the SQLite ledger of these settings to a folder until SIGTERM or SIGINT. The service may be
// running, stop and start.
Status FollowLedger(const cli::Settings& settings, const app::FollowOptions& options);

// Restores a ledger from such a folder. Fails if there is a ledger already.
Result<app::BackupReport> RestoreChanges(const cli::Settings& settings, const app::RestoreOptions& options,
                                         const app::OnBackupProgress& on_progress);

}  // namespace fairlead::service
