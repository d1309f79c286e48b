#pragma once

#include <vector>

#include "app/ports/outgoing/outbox.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Reads and writes the tables `report_runs` and `report_files`.

// Writes a run and its files, and drops what is older than the newest runs of the schedule.
Status InsertReportRun(Connection& connection, OperatorId owner, Timestamp recorded_at, const outbox::ReportRun& run);
// Writes the messages to the URL of the schedule. `first` is the position of the first one.
Status InsertReportPosts(Connection& connection, OperatorId owner, Timestamp recorded_at, std::int64_t first,
                         const outbox::ReportRun& run);

// The files of the run that a commit stored.
Result<std::vector<outbox::ReportFile>> ReadFilesOfRun(Connection& connection, OperatorId owner, Timestamp commit);
Result<std::vector<app::ReportRunRecord>> ReadRunsOfSchedule(Connection& connection, OperatorId owner,
                                                             DestinationId schedule);

}  // namespace fairlead::ledger
