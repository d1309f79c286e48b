#include "app/resources/report_preset_resource.hpp"
#include "http/handlers/handlers.hpp"
#include "http/handlers/resource_routes.hpp"

namespace fairlead::http {

void AddReportPresetRoutes(Router& router, const HandlerContext& context) {
    const std::string one = std::string(kBasePath).append(app::ReportPresetResource().words().path) + "/{id}";
    router.Add(
        "POST", one + "/rotate-token",
        RequireCaller(context, [context](const app::Caller& caller, const Request& request, Responder responder) {
            StepResource(context, caller, request, std::move(responder), [&](app::ChangeRequest change) {
                return app::RotateReportToken(IdInPath(request), std::move(change));
            });
        }));
}

}  // namespace fairlead::http
