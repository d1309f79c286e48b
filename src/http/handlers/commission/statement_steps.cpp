#include "http/handlers/commission/statement_steps.hpp"

#include "app/commission/step_statement.hpp"
#include "app/declarations/references.hpp"
#include "domain/statements/payment_date.hpp"
#include "http/codec/commission/commission_json.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::StatementStep;

constexpr std::size_t kMethodLengthMax = 100;
constexpr std::size_t kReferenceLengthMax = 200;
constexpr std::size_t kStepReasonLengthMax = 1000;

// What a body says besides the statements.
struct StepDetails {
    std::optional<app::Payment> payment;
    std::string reason;
};

auto CheckStepText(std::size_t length_max) {
    return [length_max](const json::value& value, std::string& out) { return app::CheckText(value, length_max, out); };
}

app::Errors ReadPaymentDate(const json::value& value, Date& out) {
    Date date;
    if (app::Errors errors = app::CheckDate(value, date); !errors.empty()) return errors;
    if (const Status refused = statements::CheckPaymentDate(date, Date::OfUtc(Now())); !refused) {
        return {refused.error()};
    }
    out = date;
    return {};
}

// Payments have a date, a method and a reference. A hold has a reason, a release may have one.
StepDetails ReadStepDetails(BodyMembers& members, StatementStep step) {
    StepDetails details;
    const auto text = CheckStepText(kStepReasonLengthMax);
    if (step == StatementStep::kHold) {
        details.reason = members.Required("reason", std::string(), text).value_or("");
    } else if (step == StatementStep::kRelease) {
        details.reason = members.Optional("reason", std::string(), text).value_or("");
    } else if (step == StatementStep::kPay) {
        const auto date = members.Required("date", Date(), ReadPaymentDate);
        const auto method = members.Required("method", std::string(), CheckStepText(kMethodLengthMax));
        const auto reference = members.Required("reference", std::string(), CheckStepText(kReferenceLengthMax));
        if (date && method && reference) details.payment = app::Payment{*date, *method, *reference};
    }
    return details;
}

// The members that a body of the step may have.
BodyMembers MembersOfStep(const json::object& body, StatementStep step) {
    if (step == StatementStep::kPay) return {body, {"date", "method", "reference"}};
    if (step == StatementStep::kApprove) return {body, {}};
    return {body, {"reason"}};
}

std::expected<StepDetails, Response> ReadStepBody(const Request& request, StatementStep step) {
    const bool may_be_empty = step == StatementStep::kApprove || step == StatementStep::kRelease;
    json::value body = json::object();
    if (!may_be_empty || request.HasBody()) {
        auto given = ReadManagementBody(request);
        if (!given) return std::unexpected(std::move(given.error()));
        body = std::move(*given);
    }
    BodyMembers members = MembersOfStep(body.as_object(), step);
    StepDetails details = ReadStepDetails(members, step);
    if (!members.errors().empty()) return std::unexpected(Problem(members.errors(), request.request_id));
    return details;
}

void StepOneStatement(StatementStep step, const StatementDependencies& dependencies, const app::Caller& caller,
                      const Request& request, Responder responder) {
    auto details = ReadStepBody(request, step);
    if (!details) return responder.Send(std::move(details.error()));
    app::StepStatement(
        dependencies.commission_store, dependencies.commission_queries,
        {.owner = caller.operator_id(),
         .statement = StatementId::Parse(request.path_parameters.front()).value_or(StatementId{}),
         .step = step,
         .payment = details->payment,
         .actor = caller.actor(),
         .key = caller.request_key,
         .reason = details->reason},
        AnswerObject<app::StatementRecord>(request, std::move(responder), StatementEncoder(caller.owner)));
}

app::Errors ReadStepName(const json::value& value, StatementStep& step) {
    std::size_t index = 0;
    app::Errors errors = app::CheckName(value, app::kStatementStepNames, index);
    if (errors.empty()) step = static_cast<StatementStep>(index);
    return errors;
}

app::Errors ReadStatementIds(const json::value& value, std::vector<StatementId>& ids) {
    app::Errors errors = app::CheckList(value, app::kStepsAtOnceMax, StatementId(), app::CheckId<StatementId>, ids);
    if (!errors.empty()) return errors;
    if (ids.empty()) return app::Wrong(ErrorCode::kInvalidValue, "must name at least one statement");
    return {};
}

json::object EncodeResult(const app::BulkStepResult& result, std::size_t at) {
    json::value error = nullptr;
    if (result.error) {
        error = json::object{{"code", Name(result.error->code)},
                             {"pointer", "/statementIds/" + std::to_string(at)},
                             {"detail", result.error->message}};
    }
    return {{"id", result.statement.ToString()},
            {"status", result.status ? json::value(app::kStatementStatusNames[static_cast<std::size_t>(*result.status)])
                                     : json::value(nullptr)},
            {"error", std::move(error)}};
}

json::object EncodeResults(const std::vector<app::BulkStepResult>& results) {
    json::array items;
    std::int64_t refused = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        items.push_back(EncodeResult(results[i], i));
        if (results[i].error) ++refused;
    }
    return {{"items", std::move(items)}, {"done", std::ssize(results) - refused}, {"refused", refused}};
}

void StepSeveralStatements(const StatementDependencies& dependencies, const app::Caller& caller, const Request& request,
                           Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    BodyMembers members(body->as_object(), {"step", "statementIds", "reason", "date", "method", "reference"});
    const auto step = members.Required("step", StatementStep::kApprove, ReadStepName);
    auto ids = members.Required("statementIds", std::vector<StatementId>(), ReadStatementIds);
    if (step == StatementStep::kPay && !caller.May(access::Need::kPay)) {
        return responder.Send(Problem(
            {ErrorCode::kForbidden, "/step", "the role of this account may not record payments"}, request.request_id));
    }
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    // Members of other steps are refused: they would be a mistake that nobody sees.
    json::object rest = body->as_object();
    rest.erase("step");
    rest.erase("statementIds");
    BodyMembers of_step = MembersOfStep(rest, *step);
    const StepDetails details = ReadStepDetails(of_step, *step);
    if (!of_step.errors().empty()) return responder.Send(Problem(of_step.errors(), request.request_id));
    app::StepStatements(dependencies.commission_store,
                        {.owner = caller.operator_id(),
                         .statements = std::move(*ids),
                         .step = *step,
                         .payment = details.payment,
                         .reason = details.reason,
                         .actor = caller.actor(),
                         .key = caller.request_key},
                        AnswerObject<std::vector<app::BulkStepResult>>(request, std::move(responder), EncodeResults));
}

}  // namespace

void AddStatementStepRoutes(Router& router, const CallerSources& callers, const StatementDependencies& dependencies) {
    const std::string all = std::string(kBasePath) + "/statements";
    const auto add = [&](const std::string& path, access::Need need, auto handle) {
        router.Add("POST", path,
                   RequireCaller(callers, access::Area::kMoney, need, std::bind_front(handle, dependencies)));
    };
    // Payments are checked again when the body is known.
    add(all + "/bulk", access::Need::kKeepBooks, StepSeveralStatements);
    for (std::size_t i = 0; i < app::kStatementStepNames.size(); ++i) {
        const auto step = static_cast<StatementStep>(i);
        const auto need = step == StatementStep::kPay ? access::Need::kPay : access::Need::kKeepBooks;
        add(all + "/{id}/" + std::string(app::kStatementStepNames[i]), need, std::bind_front(StepOneStatement, step));
    }
}

}  // namespace fairlead::http
