#include "http/handlers/catalogue/report_presets.hpp"

#include "app/resources/report_preset_resource.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {

void AddReportPresetRoutes(Router& router, const CallerSources& callers, const ResourceDependencies& dependencies) {
    const std::string one = std::string(kBasePath).append(app::ReportPresetResource().words().path) + "/{id}";
    const auto rotate = [dependencies](const app::Caller& caller, const Request& request, Responder responder) {
        const auto decide = [&](app::ChangeRequest change) {
            return app::RotateReportToken(IdInPath(request), std::move(change));
        };
        StepResource(dependencies, caller, request, std::move(responder),
                     {decide, ReadAgainFrom(app::ReportPresetResource())});
    };
    const auto remove = [dependencies](const app::Caller& caller, const Request& request, Responder responder) {
        auto decide = app::DeleteReportPreset(IdInPath(request),
                                              ChangeRequestOf(dependencies, caller, request, boost::json::object()));
        auto done = [responder = std::move(responder),
                     request_id = std::string(request.request_id)](app::ObjectResult result) mutable {
            if (!result) return responder.Send(Problem(result.error(), request_id));
            responder.Send({.status = 204});
        };
        dependencies.manage_catalogue.Change(caller.operator_id(), std::move(decide), std::move(done));
    };
    router.Add("DELETE", one, RequireCaller(callers, access::Area::kReports, access::Need::kWrite, remove));
    router.Add("POST", one + "/rotate-token", RequireCaller(callers, access::Area::kReports, rotate));
}

}  // namespace fairlead::http
