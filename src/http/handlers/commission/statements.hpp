#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class CommissionQueries;
class CommissionStore;
class RecordQueries;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the endpoints of statements and adjustments use. They outlive the router.
struct StatementDependencies {
    app::CommissionQueries& commission_queries;
    app::CommissionStore& commission_store;  // For use cases. Handlers do not call it.
    app::RecordQueries& records;
};

// /statements.
void AddStatementRoutes(Router& router, const CallerSources& callers, const StatementDependencies& dependencies);

}  // namespace fairlead::http
