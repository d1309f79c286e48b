#pragma once

#include "app/ports/record_queries.hpp"
#include "app/reports/report_request.hpp"
#include "domain/reporting/calendar.hpp"
#include "domain/reporting/report_table.hpp"
#include "domain/reporting/tally.hpp"

namespace fairlead::app {

// The table that a tally comes to: groups named, ordered and cut to the limit, those that show nothing left out.
// Blocks where players are named.
Result<reporting::ReportTable> MakeTable(const ReportRequest& request, const reporting::Tally& tally,
                                         const reporting::Calendar& calendar, RecordQueries& records);

}  // namespace fairlead::app
