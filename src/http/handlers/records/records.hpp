#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class RecordClick;
class RecordQueries;
class RunReport;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the lists of events and clicks use. They outlive the router.
struct RecordDependencies {
    app::RecordQueries& records;
    app::RunReport& run_report;      // For the operator's calendar.
    app::RecordClick& record_click;  // Clicks that were acknowledged are listed.
};

// GET /events and /clicks.
void AddRecordRoutes(Router& router, const CallerSources& callers, const RecordDependencies& dependencies);

}  // namespace fairlead::http
