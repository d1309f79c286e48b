#pragma once

#include "app/ports/record_queries.hpp"
#include "app/reports/report_request.hpp"
#include "domain/reporting/calendar.hpp"
#include "domain/reporting/report_table.hpp"
#include "domain/reporting/tally.hpp"

namespace fairlead::app {

// The sums of a report.
struct SummedReport {
    const ReportRequest& request;
    const reporting::Tally& tally;
    // The sums of the other days, if the report is compared. All their groups are also in `tally`.
    const reporting::Tally* tally_before = nullptr;
};

// The table of a tally: groups with their names, ordered and cut to the limit. Groups with only zeros are left out.
// Blocks if players must be named.
Result<reporting::ReportTable> MakeReportTable(const SummedReport& report, const reporting::Calendar& calendar,
                                               RecordQueries& records);

// The names of some groups of a tally, by index: a cell for each group key, group after group. Blocks if players must
// be named.
Result<std::vector<std::string>> NameGroups(const ReportRequest& request, const reporting::Tally& tally,
                                            std::vector<std::size_t> groups, const reporting::Calendar& calendar,
                                            RecordQueries& records);

}  // namespace fairlead::app
