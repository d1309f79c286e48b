#include "app/reports/describe_dimensions.hpp"
#include "app/reports/report_tokens.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/reports/report_body.hpp"
#include "http/codec/reports/report_output.hpp"
#include "http/handlers/handlers.hpp"
#include "http/handlers/report_answers.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

// Missing, unknown, replaced and disabled look the same from outside.
Response InvalidToken(const Request& request) {
    return EdgeProblem(401, Name(ErrorCode::kUnauthorized), "the report token is not valid", request.request_id);
}

void SendSaved(const HandlerContext& context, const Request& request, Responder responder) {
    const auto snapshot = context.catalogue.Current();
    const auto found = snapshot->FindPresetByToken(app::HashReportToken(request.path_parameters.front()));
    if (!found || !found->preset->token_active) return responder.Send(InvalidToken(request));
    const auto address = ReadReportAddress(request, ReportFormat::kCsv);
    if (!address) return responder.Send(Problem(address.error(), request.request_id));
    const auto report = RequestOf(found->entry, *found->preset, *address, TodayOf(context, *found->entry));
    if (!report) return responder.Send(Problem(report.error(), request.request_id));
    AnswerWithReport(context, *report,
                     {std::move(responder), std::string(request.request_id), address->format,
                      ReportFileName(found->preset->name, *report)});
}

void SendAdHoc(const HandlerContext& context, const app::Caller& caller, const Request& request, Responder responder) {
    const auto address = ReadReportAddress(request, ReportFormat::kJson);
    if (!address) return responder.Send(Problem(address.error(), request.request_id));
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    auto report = ReadReportBody(caller.owner, *body, TodayOf(context, *caller.owner));
    if (!report) return responder.Send(Problem(report.error(), request.request_id));
    const std::string name = ReportFileName("report", *report);
    AnswerWithReport(context, std::move(*report),
                     {std::move(responder), std::string(request.request_id), address->format, name});
}

}  // namespace

void AddReportRoutes(Router& router, const HandlerContext& context) {
    const std::string base = std::string(kBasePath) + "/reports";
    router.Add("GET", base + "/dimensions", RequireCaller(context, [](const auto&, const auto&, auto responder) {
                   responder.Send({.body = boost::json::serialize(app::DescribeDimensions())});
               }));
    router.Add(
        "POST", base + "/query",
        RequireCaller(context, access::Need::kRead, [context](const auto& caller, const auto& request, auto responder) {
            SendAdHoc(context, caller, request, std::move(responder));
        }));
    // The token is the proof; nothing else is asked for.
    router.Add("GET", base + "/{token}", [context](const Request& request, Responder responder) {
        SendSaved(context, request, std::move(responder));
    });
}

}  // namespace fairlead::http
