#pragma once

#include "http/handlers/commission/statements.hpp"

namespace fairlead::http {

// POST /statements/{id}/approve, /hold, /release and /pay, and the same for several statements: POST /statements/bulk.
void AddStatementStepRoutes(Router& router, const CallerSources& callers, const StatementDependencies& dependencies);

}  // namespace fairlead::http
