#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// The objects that log-ins use. They outlive the router.
struct AuthDependencies {
    const app::Catalogue& catalogue;
    app::Accounts& accounts;
    const app::PortalDomains& portal_domains;
    std::string public_url;  // Of the service, for links in mails; empty if it sends none.
    app::ManageCatalogue& manage_catalogue;
    Bytes32 unsubscribe_key{};  // See app/mail/unsubscribe_link.hpp.
};

// /auth/…: log-in, log-out, accepted invitations, forgotten passwords, passwords and second factors.
void AddAuthRoutes(Router& router, const CallerSources& callers, const AuthDependencies& dependencies);

}  // namespace fairlead::http
