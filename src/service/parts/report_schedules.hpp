#pragma once

#include "app/schedules/report_scheduler.hpp"
#include "cli/settings.hpp"
#include "sheets/xlsx_writer.hpp"

namespace fairlead::service {

// The parts that send reports by their schedules.
struct ReportSchedules {
    ReportSchedules(const cli::Settings& settings, app::Catalogue& catalogue, app::ManageCatalogue& manage_catalogue,
                    const app::Projection& projection, app::RunReport& run_report)
        : scheduler(catalogue, manage_catalogue, projection,
                    {.run_report = run_report,
                     .sheets = sheets,
                     .public_url = settings.public_url,
                     .file_bytes_max = static_cast<std::size_t>(settings.report_file_kb_max) * 1024,
                     .sends_mails = manage_catalogue.SendsMails()}) {}

    sheets::XlsxWriter sheets;
    app::ReportScheduler scheduler;
};

}  // namespace fairlead::service
