#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class RecordClick;
class RecordQueries;
class RunReport;
class VisitCounts;
class VisitSums;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the lists of events and clicks use. They outlive the router.
struct RecordDependencies {
    app::RecordQueries& records;
    app::VisitSums& visit_sums;
    app::RunReport& run_report;      // For the operator's calendar.
    app::RecordClick& record_click;  // Asked first, so that all acknowledged clicks are listed.
    app::VisitCounts& visit_counts;  // The same for clicks that are only counted.
};

// GET /events, /clicks and /clicks/limited.
void AddRecordRoutes(Router& router, const CallerSources& callers, const RecordDependencies& dependencies);

}  // namespace fairlead::http
