#pragma once

#include "app/signals/fraud_signals.hpp"
#include "http/handlers/reports/report_answers.hpp"
#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// GET /fraud-signals and /fraud-signals/{id}, POST /fraud-signals/{id}/release and /fraud-signals/{id}/reverse,
// POST /fraud-rules/try and GET /fraud-rules/{id}/versions. The objects outlive the router.
void AddFraudSignalRoutes(Router& router, const CallerSources& callers, app::FraudSignals& fraud,
                          const ReportDependencies& reports);

}  // namespace fairlead::http
