#include "http/handlers/catalogue/report_presets.hpp"

#include "app/resources/report_preset_resource.hpp"
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
    router.Add("POST", one + "/rotate-token", RequireCaller(callers, access::Area::kReports, rotate));
}

}  // namespace fairlead::http
