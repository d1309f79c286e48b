#include "app/report_tokens.hpp"
#include "app/reports/describe_dimensions.hpp"
#include "http/codec/management_body.hpp"
#include "http/codec/report_body.hpp"
#include "http/codec/report_output.hpp"
#include "http/handlers/handlers.hpp"
#include "http/middleware/require_caller.hpp"
#include "http/problem.hpp"

namespace fairlead::http {
namespace {

// What the answer to a report needs beside it.
struct ReportAnswer {
    Responder responder;
    std::string request_id;
    ReportFormat format = ReportFormat::kCsv;
    std::string name;
};

Date TodayOf(const HandlerContext& context, const app::OperatorEntry& owner) {
    return context.run_report.CalendarOf(owner.records.self.time_zone)->zone().DateOf(Now());
}

// Of what may go better later it says when to try.
Response Refusal(const Error& error, const std::string& request_id) {
    constexpr std::int64_t kRetryAfterSeconds = 5;
    Response response = Problem(error, request_id);
    if (KindOf(error.code) == ErrorKind::kUnavailable) response.AddHeader("Retry-After", kRetryAfterSeconds);
    return response;
}

Response MakeAnswer(const ReportAnswer& answer, const Result<std::shared_ptr<const reporting::ReportTable>>& table) {
    if (!table) return Refusal(table.error(), answer.request_id);
    return AnswerReport(*table, answer.format, answer.name);
}

// While the analytics store is made anew, what it shows of the past is not all of it: better no number than a wrong
// one.
bool IsIncomplete(const app::ProjectionLag& lag) {
    constexpr double kUsualLagSecondsMax = 10;
    return lag.is_filling && lag.seconds > kUsualLagSecondsMax;
}

void Run(const HandlerContext& context, app::ReportRequest request, ReportAnswer answer) {
    auto shared = std::make_shared<ReportAnswer>(std::move(answer));
    const OperatorId owner = request.owner->records.self.id;
    if (IsIncomplete(context.projection.Lag(owner))) {
        const Error error{ErrorCode::kUnavailable, "",
                          "the analytics store is being filled from the record; try again"};
        return shared->responder.Send(Refusal(error, shared->request_id));
    }
    const auto submitted = context.report_pool.Submit(owner, [context, request = std::move(request), shared] {
        shared->responder.Send(MakeAnswer(*shared, context.run_report.Run(request)));
    });
    if (!submitted) shared->responder.Send(Refusal(submitted.error(), shared->request_id));
}

std::string FileName(std::string_view name, const app::ReportRequest& request) {
    return std::string(name).append("-").append(request.start.ToString()).append("-").append(request.end.ToString());
}

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
    Run(context, *report,
        {std::move(responder), std::string(request.request_id), address->format,
         FileName(found->preset->name, *report)});
}

void SendAdHoc(const HandlerContext& context, const app::Caller& caller, const Request& request, Responder responder) {
    const auto address = ReadReportAddress(request, ReportFormat::kJson);
    if (!address) return responder.Send(Problem(address.error(), request.request_id));
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    auto report = ReadReportBody(caller.owner, *body, TodayOf(context, *caller.owner));
    if (!report) return responder.Send(Problem(report.error(), request.request_id));
    const std::string name = FileName("report", *report);
    Run(context, std::move(*report), {std::move(responder), std::string(request.request_id), address->format, name});
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
