#pragma once

#include "http/handlers/catalogue/resource_routes.hpp"

namespace fairlead::http {

// /operator, GET /creatives/{id}/embed, and every listed resource: /brands, /affiliates, /links …
void AddCatalogueRoutes(Router& router, const CallerSources& callers, const ResourceDependencies& dependencies);

}  // namespace fairlead::http
