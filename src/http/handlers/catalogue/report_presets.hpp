#pragma once

#include "http/handlers/catalogue/resource_routes.hpp"

namespace fairlead::http {

// POST /report-presets/{id}/rotate-token.
void AddReportPresetRoutes(Router& router, const CallerSources& callers, const ResourceDependencies& dependencies);

}  // namespace fairlead::http
