#include "http/handlers/commission/statements.hpp"

#include "app/commission/close_period.hpp"
#include "app/declarations/references.hpp"
#include "app/ports/commission_queries.hpp"
#include "base/text/text.hpp"
#include "http/codec/commission/commission_json.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/commission/period_checklist.hpp"
#include "http/handlers/commission/statement_answers.hpp"
#include "http/handlers/commission/statement_steps.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kCloseReasonLengthMax = 1000;

// A path without a valid UUID gives an id that no statement has.
StatementId StatementOf(const Request& request) {
    return StatementId::Parse(request.path_parameters.front()).value_or(StatementId{});
}

std::string ToStatementCursor(const app::StatementPlace& place) {
    return place.period.ToString() + "." + place.affiliate.ToString() + "." + std::string(place.currency.code());
}

std::optional<app::StatementPlace> ReadStatementCursor(std::string_view text) {
    const auto parts = SplitTrimmed(text, '.');
    if (parts.size() != 3) return std::nullopt;
    const auto period = Period::Parse(parts[0]);
    const auto affiliate = AffiliateId::Parse(parts[1]);
    const auto currency = Currency::Parse(parts[2]);
    if (!period || !affiliate || !currency) return std::nullopt;
    return app::StatementPlace{*period, *affiliate, *currency};
}

void ListStatements(const StatementDependencies& dependencies, const app::Caller& caller, const Request& request,
                    Responder responder) {
    RecordFilters filters(request, {{"affiliateId", "affiliate"}, {"period", ""}, {"currency", ""}, {"status", ""}});
    const app::StatementQuery query{
        .owner = caller.operator_id(),
        .limit = filters.limit(),
        .after = filters.ReadAs("cursor", "must be a nextCursor of this list", ReadStatementCursor),
        .affiliate = filters.ReadId<AffiliateId>("affiliateId"),
        .period = filters.ReadAs("period", kPeriodForms, Period::Parse),
        .currency = filters.ReadAs("currency", "must be a currency code", Currency::Parse),
        .status = filters.ReadName<app::StatementStatus>("status", app::kStatementStatusNames)};
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    dependencies.commission_queries.ReadStatements(
        query, AnswerPage<app::StatementPage>(request, std::move(responder), StatementEncoder(caller.owner),
                                              ToStatementCursor));
}

void ReadStatement(const StatementDependencies& dependencies, const app::Caller& caller, const Request& request,
                   Responder responder) {
    const auto csv = AsksForCsv(request);
    if (!csv) return responder.Send(Problem(csv.error(), request.request_id));
    if (!*csv) {
        return dependencies.commission_queries.ReadStatement(
            caller.operator_id(), StatementOf(request),
            AnswerObject<app::StatementRecord>(request, std::move(responder), StatementEncoder(caller.owner)));
    }
    dependencies.commission_queries.ReadStatement(
        caller.operator_id(), StatementOf(request),
        [responder = std::move(responder), request_id = std::string(request.request_id),
         owner = caller.owner](Result<app::StatementRecord> record) mutable {
            responder.SendFrom([record = std::move(record), request_id = std::move(request_id), owner]() -> Response {
                return record ? StatementDownload(*record, *owner) : Problem(record.error(), request_id);
            });
        });
}

app::Errors CheckPeriod(const json::value& value, Period& out) {
    const auto period = value.is_string() ? Period::Parse(std::string_view(value.get_string())) : std::nullopt;
    if (!period) return app::Wrong(ErrorCode::kInvalidValue, std::string(kPeriodForms));
    out = *period;
    return {};
}

// Checks that a value is the id of one of the operator's affiliates.
auto CheckAffiliate(const app::Caller& caller) {
    return [owner = caller.owner](const json::value& value, AffiliateId& out) -> app::Errors {
        if (auto errors = app::CheckId<AffiliateId>(value, out); !errors.empty()) return errors;
        if (owner->FindAffiliate(out) != nullptr) return {};
        return app::Wrong(ErrorCode::kInvalidValue, "is not an affiliate of this operator");
    };
}

auto CheckTextUpTo(std::size_t length_max) {
    return [length_max](const json::value& value, std::string& out) { return app::CheckText(value, length_max, out); };
}

app::Errors CheckFlag(const json::value& value, bool& out) {
    if (!value.is_bool()) return app::Wrong(ErrorCode::kWrongType, "must be true or false");
    out = value.get_bool();
    return {};
}

// Lists the money, so that the caller can store its rates or decide to close without them.
Response UnpricedProblem(const std::vector<app::UnpricedMoney>& unpriced, std::string_view request_id) {
    json::array items;
    for (const app::UnpricedMoney& money : unpriced) {
        items.push_back(
            {{"currency", money.currency.code()}, {"count", money.count}, {"amount", money.amount.ToString()}});
    }
    Response response = Problem({ErrorCode::kUnpricedMoney, "",
                                 "money of this period has no exchange rate. Store the rates under /fx-rates, or send "
                                 "allowUnpriced with a reason"},
                                request_id);
    response.body.back() = ',';
    response.body.append(R"("unpriced":)").append(json::serialize(items)).append("}");
    return response;
}

void ClosePeriod(const StatementDependencies& dependencies, const app::Caller& caller, const Request& request,
                 Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    BodyMembers members(body->as_object(), {"period", "affiliateId", "allowUnpriced", "reason"});
    const auto period = members.Required("period", Period(), CheckPeriod);
    const auto affiliate = members.Optional("affiliateId", AffiliateId(), CheckAffiliate(caller));
    const bool allow_unpriced = members.Optional("allowUnpriced", false, CheckFlag).value_or(false);
    const auto reason = members.Optional("reason", std::string(), CheckTextUpTo(kCloseReasonLengthMax));
    if (allow_unpriced && !reason && members.errors().empty()) {
        members.Refuse({ErrorCode::kRequired, "/reason", "is required with allowUnpriced"});
    }
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    app::ClosePeriod(
        dependencies.commission_store, dependencies.commission_queries,
        {.owner = caller.operator_id(),
         .period = *period,
         .affiliate = affiliate,
         .actor = caller.actor(),
         .allow_unpriced = allow_unpriced,
         .reason = reason.value_or(std::string()),
         .key = caller.request_key},
        [responder = std::move(responder), request_id = std::string(request.request_id),
         owner = caller.owner](Result<app::CloseOutcome> outcome) mutable {
            responder.SendFrom([outcome = std::move(outcome), request_id = std::move(request_id), owner]() -> Response {
                if (!outcome) return Problem(outcome.error(), request_id);
                if (!outcome->unpriced.empty()) return UnpricedProblem(outcome->unpriced, request_id);
                json::array items;
                for (const auto& record : outcome->statements) items.push_back(EncodeStatement(record, *owner));
                return {.status = outcome->fresh ? 201 : 200,
                        .body = json::serialize(json::object{{"items", std::move(items)}})};
            });
        });
}

}  // namespace

void AddStatementRoutes(Router& router, const CallerSources& callers, const StatementDependencies& dependencies) {
    const std::string all = std::string(kBasePath) + "/statements";
    const auto add = [&](std::string_view method, const std::string& path, access::Need need, auto handle) {
        router.Add(method, path,
                   RequireCaller(callers, access::Area::kMoney, need, std::bind_front(handle, dependencies)));
    };
    add("GET", all, access::Need::kRead, ListStatements);
    add("POST", all + "/close", access::Need::kKeepBooks, ClosePeriod);
    // These routes must be added before the route of one statement, which also matches their path.
    AddChecklistRoutes(router, callers, dependencies);
    add("GET", all + "/{id}", access::Need::kRead, ReadStatement);
    AddStatementStepRoutes(router, callers, dependencies);
}

}  // namespace fairlead::http
