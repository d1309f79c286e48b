#include "app/portal/own_resources.hpp"
#include "http/codec/accounts/portal_me.hpp"
#include "http/handlers/portal_routes.hpp"
#include "http/handlers/report_answers.hpp"
#include "http/handlers/resource_routes.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

void SendMe(const HandlerContext& context, const PortalCaller& caller, const Request&, Responder responder) {
    const Date today = TodayOf(context, *caller.owner);
    responder.Send({.body = json::serialize(EncodePortalMe(*caller.owner, *caller.user, *caller.affiliate, today))});
}

void SendProfile(const HandlerContext&, const PortalCaller& caller, const Request&, Responder responder) {
    responder.Send({.body = json::serialize(app::WriteProfile(*caller.affiliate))});
}

void ChangeProfile(const HandlerContext& context, const PortalCaller& caller, const Request& request,
                   Responder responder) {
    ChangeResource(context, CallerOf(caller), request, 200, std::move(responder), [&](app::ChangeRequest change) {
        return app::ChangeProfile(caller.affiliate_id(), std::move(change));
    });
}

}  // namespace

void AddPortalRoutes(Router& router, const HandlerContext& context) {
    AddPortalRoute(router, context, "GET", "/me", SendMe);
    AddPortalRoute(router, context, "GET", "/profile", SendProfile);
    AddPortalRoute(router, context, "PATCH", "/profile", ChangeProfile);
    AddPortalMaterialRoutes(router, context);
    AddPortalReportRoutes(router, context);
    AddPortalMoneyRoutes(router, context);
    AddPortalPlayerRoutes(router, context);
}

}  // namespace fairlead::http
