#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class CommissionQueries;
class RecordQueries;
class RunReport;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the endpoints of accruals use. They outlive the router.
struct AccrualDependencies {
    app::RecordQueries& records;
    app::CommissionQueries& commission_queries;
    app::RunReport& run_report;  // For the operator's calendar.
};

// GET /accruals, /accruals/{id} and /accruals/{id}/explain.
void AddAccrualRoutes(Router& router, const CallerSources& callers, const AccrualDependencies& dependencies);

}  // namespace fairlead::http
