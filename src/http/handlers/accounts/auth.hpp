#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// The objects that log-ins use. They outlive the router.
struct AuthDependencies {
    const app::Catalogue& catalogue;
    app::Accounts& accounts;
    const app::PortalDomains& portal_domains;
};

// /auth/…: log-in, log-out, accepted invitations, passwords and second factors.
void AddAuthRoutes(Router& router, const CallerSources& callers, const AuthDependencies& dependencies);

}  // namespace fairlead::http
