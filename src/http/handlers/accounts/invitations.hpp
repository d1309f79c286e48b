#pragma once

#include "http/handlers/catalogue/resource_routes.hpp"

namespace fairlead::http {

// POST /users/{id}/invite and /affiliates/{id}/invite.
void AddInvitationRoutes(Router& router, const CallerSources& callers, const ResourceDependencies& dependencies);

}  // namespace fairlead::http
