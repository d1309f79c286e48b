#pragma once

#include <functional>
#include <string>

#include "http/handlers/portal/portal.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {

// Adds the routes of the portal. A handler is called with the dependencies, for users of affiliates only.
class PortalRoutes {
public:
    PortalRoutes(Router& router, const CallerSources& callers, PortalDependencies dependencies)
        : router_(router), callers_(callers), dependencies_(std::move(dependencies)) {}

    template <class Handle>
    void Add(std::string_view method, std::string_view path, Handle handle) {
        router_.Add(method, std::string(kBasePath).append("/portal").append(path),
                    RequireAffiliate(callers_, std::bind_front(std::move(handle), dependencies_)));
    }

private:
    Router& router_;
    CallerSources callers_;
    PortalDependencies dependencies_;
};

// What an affiliate publishes: links, campaigns, creatives, marketing sources.
void AddPortalMaterialRoutes(PortalRoutes& routes);
// What it has earned: summary and reports; statements and accruals.
void AddPortalReportRoutes(PortalRoutes& routes);
void AddPortalMoneyRoutes(PortalRoutes& routes);
// Its players, and why a player has not paid.
void AddPortalPlayerRoutes(PortalRoutes& routes);

// The same user as a caller that changes the catalogue.
inline app::Caller CallerOf(const PortalCaller& caller) {
    return {.owner = caller.owner, .key = nullptr, .user = caller.user, .request_key = caller.request_key};
}

}  // namespace fairlead::http
