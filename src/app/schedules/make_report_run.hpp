#pragma once

#include <memory>
#include <string>

#include "app/catalogue/manage_catalogue.hpp"
#include "app/ports/outgoing/sheet_writer.hpp"
#include "app/reports/run_report.hpp"

namespace fairlead::app {

inline constexpr std::string_view kServiceActor = "service";

// The parts that make scheduled reports. The objects must outlive this struct.
struct ReportRunParts {
    RunReport& run_report;
    SheetWriter& sheets;
    std::string public_url;                // Links to the console begin with it.
    std::size_t file_bytes_max = 3 << 20;  // The limit for the report as CSV. For a larger report, a link is sent.
    bool sends_mails = false;
};

// Which report to make.
struct ReportOrdered {
    std::shared_ptr<const OperatorEntry> owner;
    outbox::ReportSchedule schedule;
    outbox::ReportDays days;
    std::string actor;  // kServiceActor if the schedule caused the run.

    bool IsDue() const { return actor == kServiceActor; }
};

// Makes the report and its files. Blocks. If the report has no recipient, the run has an error instead of files.
Result<std::shared_ptr<const outbox::ReportRun>> MakeReportRun(const ReportRunParts& parts,
                                                               const ReportOrdered& ordered);
// A run without a report, which says why.
std::shared_ptr<const outbox::ReportRun> FailedReportRun(const ReportOrdered& ordered, std::string error);

// Stores a run and its messages. A run that is due is not stored if another node has already stored it.
ManageCatalogue::Decide StoreReportRun(std::string public_url, ReportOrdered ordered,
                                       std::shared_ptr<const outbox::ReportRun> run);

}  // namespace fairlead::app
