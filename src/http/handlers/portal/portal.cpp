#include "http/handlers/portal/portal.hpp"

#include "app/portal/own_resources.hpp"
#include "http/codec/accounts/portal_me.hpp"
#include "http/handlers/portal/portal_routes.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

void SendMe(const PortalDependencies& dependencies, const PortalCaller& caller, const Request&, Responder responder) {
    const Date today = TodayOf(dependencies.reports.run_report, *caller.owner);
    responder.Send({.body = json::serialize(EncodePortalMe(*caller.owner, *caller.user, *caller.affiliate, today))});
}

void SendProfile(const PortalDependencies&, const PortalCaller& caller, const Request&, Responder responder) {
    responder.Send({.body = json::serialize(app::WriteProfile(*caller.owner, *caller.affiliate))});
}

void ChangeProfile(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                   Responder responder) {
    const auto decide = [&](app::ChangeRequest change) {
        return app::ChangeProfile(caller.affiliate_id(), std::move(change));
    };
    ChangeResource(dependencies.resources, CallerOf(caller), request, 200, std::move(responder), {decide});
}

}  // namespace

void AddPortalRoutes(Router& router, const CallerSources& callers, const PortalDependencies& dependencies) {
    PortalRoutes routes(router, callers, dependencies);
    routes.Add("GET", "/me", SendMe);
    routes.Add("GET", "/profile", SendProfile);
    routes.Add("PATCH", "/profile", ChangeProfile);
    AddPortalMaterialRoutes(routes);
    AddPortalReportRoutes(routes);
    AddPortalMoneyRoutes(routes);
    AddPortalPlayerRoutes(routes);
}

}  // namespace fairlead::http
