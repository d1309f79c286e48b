#pragma once

#include "http/handlers/catalogue/operator_changes.hpp"

namespace fairlead::http {

// /operator, GET /account-managers, GET /affiliate-tags, GET /creatives/{id}/embed, and every listed resource: /brands,
// /affiliates, /links …
void AddCatalogueRoutes(Router& router, const CallerSources& callers, const OperatorDependencies& dependencies);

}  // namespace fairlead::http
