#include "http/handlers/reports/reports.hpp"

#include "app/reports/describe_dimensions.hpp"
#include "app/reports/report_tokens.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/reports/change_body.hpp"
#include "http/codec/reports/report_body.hpp"
#include "http/codec/reports/report_output.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

// The answer is the same for an unknown, a replaced and a disabled token.
Response InvalidToken(const Request& request) {
    return EdgeProblem(401, Name(ErrorCode::kUnauthorized), "the report token is not valid", request.request_id);
}

void SendSaved(const app::Catalogue& catalogue, const ReportDependencies& dependencies, const Request& request,
               Responder responder) {
    const auto snapshot = catalogue.Current();
    const auto found = snapshot->FindPresetByToken(app::HashReportToken(request.path_parameters.front()));
    if (!found || !found->preset->token_active) return responder.Send(InvalidToken(request));
    const auto address = ReadReportAddress(request, ReportFormat::kCsv);
    if (!address) return responder.Send(Problem(address.error(), request.request_id));
    const auto report =
        RequestOf(found->entry, *found->preset, *address, TodayOf(dependencies.run_report, *found->entry));
    if (!report) return responder.Send(Problem(report.error(), request.request_id));
    AnswerWithReport(dependencies, *report,
                     {std::move(responder), std::string(request.request_id), address->format,
                      ReportFileName(found->preset->name, *report)});
}

void SendAdHoc(const ReportDependencies& dependencies, const app::Caller& caller, const Request& request,
               Responder responder) {
    const auto address = ReadReportAddress(request, ReportFormat::kJson);
    if (!address) return responder.Send(Problem(address.error(), request.request_id));
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    auto report = ReadReportBody(caller.owner, *body, TodayOf(dependencies.run_report, *caller.owner));
    if (!report) return responder.Send(Problem(report.error(), request.request_id));
    const std::string name = ReportFileName("report", *report);
    AnswerWithReport(dependencies, std::move(*report),
                     {std::move(responder), std::string(request.request_id), address->format, name, /*notes=*/true});
}

void SendChange(const ReportDependencies& dependencies, const app::Caller& caller, const Request& request,
                Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    auto change = ReadChangeBody(caller.owner, *body, TodayOf(dependencies.run_report, *caller.owner));
    if (!change) return responder.Send(Problem(change.error(), request.request_id));
    AnswerWithChange(dependencies, std::move(*change), std::move(responder), std::string(request.request_id));
}

}  // namespace

void AddReportRoutes(Router& router, const CallerSources& callers, const app::Catalogue& catalogue,
                     const ReportDependencies& dependencies) {
    const std::string base = std::string(kBasePath) + "/reports";
    router.Add("GET", base + "/dimensions",
               RequireCaller(callers, access::Area::kReports, [](const auto&, const auto&, auto responder) {
                   responder.Send({.body = boost::json::serialize(app::DescribeDimensions())});
               }));
    router.Add(
        "POST", base + "/query",
        RequireCaller(callers, access::Area::kReports, access::Need::kRead, std::bind_front(SendAdHoc, dependencies)));
    router.Add(
        "POST", base + "/explain-change",
        RequireCaller(callers, access::Area::kReports, access::Need::kRead, std::bind_front(SendChange, dependencies)));
    // The token alone gives access. No key or session is needed.
    router.Add("GET", base + "/{token}", std::bind_front(SendSaved, std::cref(catalogue), dependencies));
}

}  // namespace fairlead::http
