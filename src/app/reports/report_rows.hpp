#pragma once

#include "app/ports/record_queries.hpp"
#include "app/reports/report_request.hpp"
#include "domain/reporting/calendar.hpp"
#include "domain/reporting/report_table.hpp"
#include "domain/reporting/tally.hpp"

namespace fairlead::app {

// The table of a tally: groups with their names, ordered and cut to the limit. Groups with only zeros are left out.
// Blocks if players must be named.
Result<reporting::ReportTable> MakeTable(const ReportRequest& request, const reporting::Tally& tally,
                                         const reporting::Calendar& calendar, RecordQueries& records);

}  // namespace fairlead::app
