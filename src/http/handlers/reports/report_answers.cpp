#include "http/handlers/reports/report_answers.hpp"

#include "app/ports/projection.hpp"
#include "app/reports/report_pool.hpp"
#include "http/codec/reports/change_body.hpp"
#include "http/server/problem.hpp"
#include "telemetry/run_guarded.hpp"

namespace fairlead::http {
namespace {

// While the analytics store is being rebuilt, it lacks a part of the past. A report then fails instead of showing wrong
// numbers.
bool IsIncomplete(const app::ProjectionLag& lag) {
    constexpr double kUsualLagSecondsMax = 10;
    return lag.is_filling && lag.seconds > kUsualLagSecondsMax;
}

Response OrProblem(std::move_only_function<Response()>& work, std::string_view request_id) {
    Response response = Problem({ErrorCode::kInternal, "", "the report could not be computed"}, request_id);
    telemetry::RunGuarded("report", [&] { response = work(); });
    return response;
}

}  // namespace

void AnswerFromPool(const ReportDependencies& dependencies, OperatorId owner, Responder responder,
                    const std::string& request_id, std::move_only_function<Response()> work) {
    if (IsIncomplete(dependencies.projection.Lag(owner))) {
        const Error error{ErrorCode::kUnavailable, "", "the analytics store is being rebuilt; try again later"};
        return responder.Send(Problem(error, request_id));
    }
    auto shared = std::make_shared<Responder>(std::move(responder));
    const auto submitted = dependencies.report_pool.Submit(
        owner, [shared, request_id, work = std::move(work)]() mutable { shared->Send(OrProblem(work, request_id)); });
    if (!submitted) shared->Send(Problem(submitted.error(), request_id));
}

void AnswerWithReport(const ReportDependencies& dependencies, app::ReportRequest request, ReportAnswer answer) {
    const OperatorId owner = request.owner->records.self.id;
    AnswerFromPool(dependencies, owner, std::move(answer.responder), answer.request_id,
                   [&run_report = dependencies.run_report, request = std::move(request), request_id = answer.request_id,
                    format = answer.format, notes = answer.notes, name = std::move(answer.name)]() -> Response {
                       const auto table = run_report.Run(request);
                       if (!table) return Problem(table.error(), request_id);
                       return AnswerReport(*table, format, name, notes);
                   });
}

void AnswerWithChange(const ReportDependencies& dependencies, app::ChangeQuestion request, Responder responder,
                      const std::string& request_id) {
    const OperatorId owner = request.owner->records.self.id;
    AnswerFromPool(
        dependencies, owner, std::move(responder), request_id,
        [&run_report = dependencies.run_report, request = std::move(request), request_id]() mutable -> Response {
            const auto explanation = app::ExplainChange(std::move(request), run_report);
            if (!explanation) return Problem(explanation.error(), request_id);
            return {.body = WriteChange(*explanation)};
        });
}

Date TodayOf(app::RunReport& run_report, const app::OperatorEntry& owner) {
    return run_report.CalendarOf(owner.records.self.settings)->zone().DateOf(Now());
}

std::string ReportFileName(std::string_view name, const app::ReportRequest& request) {
    return std::string(name).append("-").append(request.start.ToString()).append("-").append(request.end.ToString());
}

}  // namespace fairlead::http
