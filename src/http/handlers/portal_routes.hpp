#pragma once

#include <string>

#include "http/handlers/handlers.hpp"

namespace fairlead::http {

// What an affiliate publishes: links, campaigns, creatives, marketing sources.
void AddPortalMaterialRoutes(Router& router, const HandlerContext& context);
// What it has earned: summary, reports, statements, accruals.
void AddPortalReportRoutes(Router& router, const HandlerContext& context);
void AddPortalMoneyRoutes(Router& router, const HandlerContext& context);
// Whom it brought, and what has not been paid for each.
void AddPortalPlayerRoutes(Router& router, const HandlerContext& context);

// Adds a handler for people of affiliates, which is called with the context.
template <class Handle>
void AddPortalRoute(Router& router, const HandlerContext& context, std::string_view method, std::string_view path,
                    Handle handle) {
    router.Add(std::string(method), std::string(kBasePath).append("/portal").append(path),
               RequireAffiliate(
                   context, [context, handle](const PortalCaller& caller, const Request& request, Responder responder) {
                       handle(context, caller, request, std::move(responder));
                   }));
}

// The same person, for what changes the catalogue.
inline app::Caller CallerOf(const PortalCaller& caller) {
    return {.owner = caller.owner, .key = nullptr, .user = caller.user};
}

}  // namespace fairlead::http
