#pragma once

#include "http/handlers/catalogue/resource_routes.hpp"

namespace fairlead::http {

// GET /deals/{id}/versions and POST /deals/{id}/versions/{version}/withdraw.
void AddDealRoutes(Router& router, const CallerSources& callers, const ResourceDependencies& dependencies);

}  // namespace fairlead::http
