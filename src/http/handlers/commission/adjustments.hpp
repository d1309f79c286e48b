#pragma once

#include "http/handlers/commission/statements.hpp"

namespace fairlead::http {

// Adjustments: list, create, reverse.
void AddAdjustmentRoutes(Router& router, const CallerSources& callers, const StatementDependencies& dependencies);

}  // namespace fairlead::http
