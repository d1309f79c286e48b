#pragma once

#include "http/handlers/outbox/deliveries.hpp"

namespace fairlead::http {

void AddPostbackRoutes(Router& router, const CallerSources& callers, const OutboxDependencies& dependencies);
void AddPortalPostbackRoutes(Router& router, const CallerSources& callers, const OutboxDependencies& dependencies);

}  // namespace fairlead::http
