#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/ports/backup.hpp"
#include "base/result.hpp"
#include "ledger/follow/follow_folder.hpp"
#include "ledger/follow/series_survey.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// A moment at which a ledger can be restored from a folder of changes. Everything that is needed for it has been read
// and compared with its digests.
struct RestorePoint {
    Series series;
    SeriesSurvey survey;
    std::size_t records = 0;      // How many records to apply completely, after the base.
    std::optional<Timestamp> at;  // Commits after these records are applied too, up to this time.
    app::BackupReport report;
};

// Finds the moment: `at`, or the end of the newest series. The Error says which moments can be restored, or what is
// damaged.
Result<RestorePoint> FindRestorePoint(const std::filesystem::path& folder, std::optional<Timestamp> at,
                                      const app::OnBackupProgress& on_progress);

// Is called before the rebuilt ledger gets its name, with the names (OPERATOR/FILE) of the archive files that it refers
// to. After an Error there is no ledger.
using PrepareRebuilt = std::function<Status(Connection& ledger, const std::vector<std::string>& archive_files)>;

// Writes the ledger of this moment to a new file, which gets its name when it is complete. Sessions are removed, and
// the ledger gets another id at its next start. Fills the counts of the report.
Status RebuildLedger(RestorePoint& point, const std::filesystem::path& ledger, const PrepareRebuilt& prepare,
                     const app::OnBackupProgress& on_progress);

// A value of the table `settings`; nothing if there is none.
Result<std::optional<std::string>> ReadStoredSetting(Connection& connection, const std::string& name);

}  // namespace fairlead::ledger
