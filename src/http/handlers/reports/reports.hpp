#pragma once

#include "http/handlers/reports/report_answers.hpp"
#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// GET /reports/{token} and /reports/dimensions; POST /reports/query and /reports/explain-change. `catalogue` outlives
// the router.
void AddReportRoutes(Router& router, const CallerSources& callers, const app::Catalogue& catalogue,
                     const ReportDependencies& dependencies);

}  // namespace fairlead::http
