#pragma once

#include "http/handlers/catalogue/resource_routes.hpp"
#include "http/handlers/reports/report_answers.hpp"

namespace fairlead::http {

// POST /reports/affiliates: the list of affiliates with their results in a period, sorted by any of them.
void AddAffiliateResultsRoute(Router& router, const CallerSources& callers, const ResourceDependencies& resources,
                              const ReportDependencies& reports);

}  // namespace fairlead::http
