#include "http/handlers/catalogue/operator_changes.hpp"

#include "app/operators/change_settings.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/middleware/dry_run.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

// Lists the pairs, so that the caller can store their rates.
Response MissingRatesProblem(const std::vector<app::MissingRate>& missing, std::string_view request_id) {
    Response response =
        Problem({ErrorCode::kRatesMissing, "",
                 "the new base currency needs exchange rates that are missing. Store them under /fx-rates first"},
                request_id);
    response.body.back() = ',';
    response.body.append(R"("missingRates":)").append(json::serialize(app::MissingRatesJson(missing))).append("}");
    return response;
}

}  // namespace

void ChangeOperator(const OperatorDependencies& dependencies, const app::Caller& caller, const Request& request,
                    Responder responder, const MakeDecide& decide) {
    const auto dry_run = AsksForDryRun(request);
    if (!dry_run) return responder.Send(Problem(dry_run.error(), request.request_id));
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    if (!*dry_run && !body->as_object().contains("effectiveFrom")) {
        return ChangeResource(dependencies.resources, caller, request, 200, std::move(responder), {decide});
    }
    const std::string request_id(request.request_id);
    auto made = decide(ChangeRequestOf(dependencies.resources, caller, request, std::move(*body)));
    AnswerFromPool(dependencies.reports, caller.operator_id(), std::move(responder), request_id,
                   [&settings = dependencies.change_settings, owner = caller.owner, made = std::move(made), request_id,
                    dry_run = *dry_run]() -> Response {
                       const auto answer = dry_run ? settings.Preview(owner, made) : settings.Change(owner, made);
                       if (!answer) return Problem(answer.error(), request_id);
                       if (!dry_run && !answer->missing.empty())
                           return MissingRatesProblem(answer->missing, request_id);
                       return {.body = json::serialize(answer->body)};
                   });
}

}  // namespace fairlead::http
