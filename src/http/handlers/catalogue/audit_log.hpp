#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class RecordQueries;
}  // namespace fairlead::app

namespace fairlead::http {

// GET /audit-log. `records` outlives the router.
void AddAuditLogRoutes(Router& router, const CallerSources& callers, app::RecordQueries& records);

}  // namespace fairlead::http
