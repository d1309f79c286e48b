#include "service/parts/open_journal.hpp"

#include <filesystem>

#include "telemetry/log.hpp"

namespace fairlead::service {

Result<std::unique_ptr<journal::ClickJournal>> OpenJournal(const cli::Settings& settings, bool owns_folder,
                                                           app::Intake& intake, telemetry::Metrics& metrics) {
    if (settings.journal_clicks_max == 0) return nullptr;
    if (!owns_folder) {
        telemetry::LogWarn(
            "another process uses the data folder, so clicks wait for the ledger; give each node its own",
            {{"folder", std::string_view(settings.data)}});
        return nullptr;
    }
    return journal::ClickJournal::Open(
        {.folder = std::filesystem::path(settings.data) / "journal", .clicks_max = settings.journal_clicks_max}, intake,
        metrics);
}

}  // namespace fairlead::service
