#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class CommissionQueries;
class CommissionStore;
class RecordQueries;
class RunReport;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the endpoints of accruals use. They outlive the router.
struct AccrualDependencies {
    app::RecordQueries& records;
    app::CommissionQueries& commission_queries;
    app::RunReport& run_report;              // For the operator's calendar.
    app::CommissionStore& commission_store;  // For use cases. Handlers do not call it.
};

// GET /accruals, /accruals/{id} and /accruals/{id}/explain, and POST /accruals/{id}/reverse.
void AddAccrualRoutes(Router& router, const CallerSources& callers, const AccrualDependencies& dependencies);

}  // namespace fairlead::http
