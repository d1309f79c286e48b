#pragma once

#include "http/handlers/commission/statements.hpp"

namespace fairlead::http {

// GET /statements/checklist: what people should look at before they close a period.
void AddChecklistRoutes(Router& router, const CallerSources& callers, const StatementDependencies& dependencies);

}  // namespace fairlead::http
