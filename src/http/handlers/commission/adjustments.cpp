#include "http/handlers/commission/adjustments.hpp"

#include "app/commission/adjust.hpp"
#include "app/declarations/references.hpp"
#include "app/ports/commission_queries.hpp"
#include "http/codec/commission/commission_json.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kAdjustmentReasonLengthMax = 1000;

app::Errors CheckAdjustmentReason(const json::value& value, std::string& out) {
    return app::CheckText(value, kAdjustmentReasonLengthMax, out);
}

// An adjustment may be positive or negative, but not zero.
app::Errors CheckSignedAmount(const json::value& value, Decimal& out) {
    if (!value.is_string()) return app::Wrong(ErrorCode::kWrongType, "must be a decimal number in a string");
    const auto amount = Decimal::ParsePlain(std::string_view(value.get_string()));
    if (!amount) return app::Wrong(ErrorCode::kInvalidAmount, amount.error().message);
    if (amount->IsZero()) return app::Wrong(ErrorCode::kInvalidAmount, "must not be zero");
    out = *amount;
    return {};
}

auto CheckAdjustedAffiliate(const app::Caller& caller) {
    return [owner = caller.owner](const json::value& value, AffiliateId& out) -> app::Errors {
        if (auto errors = app::CheckId<AffiliateId>(value, out); !errors.empty()) return errors;
        if (owner->FindAffiliate(out) != nullptr) return {};
        return app::Wrong(ErrorCode::kInvalidValue, "is not an affiliate of this operator");
    };
}

app::AnswerDone<app::AdjustmentRecord> AnswerCreated(const app::Caller& caller, const Request& request,
                                                     Responder responder) {
    return [responder = std::move(responder), owner = caller.owner,
            request_id = std::string(request.request_id)](const Result<app::AdjustmentRecord>& made) mutable {
        if (!made) return responder.Send(Problem(made.error(), request_id));
        responder.Send({.status = 201, .body = json::serialize(EncodeAdjustment(*made, *owner))});
    };
}

void ListAdjustments(const StatementDependencies& dependencies, const app::Caller& caller, const Request& request,
                     Responder responder) {
    RecordFilters filters(request, {{"affiliateId", "affiliate"}, {"currency", ""}});
    const app::AdjustmentQuery query{
        .owner = caller.operator_id(),
        .limit = filters.limit(),
        .before = filters.ReadId<AdjustmentId>("cursor"),
        .affiliate = filters.ReadId<AffiliateId>("affiliateId"),
        .currency = filters.ReadAs("currency", "must be a currency code", Currency::Parse)};
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    dependencies.commission_queries.ReadAdjustments(
        query,
        AnswerPage<app::AdjustmentPage>(
            request, std::move(responder),
            [owner = caller.owner](const app::AdjustmentRecord& record) { return EncodeAdjustment(record, *owner); },
            [](AdjustmentId id) { return id.ToString(); }));
}

void MakeAdjustment(const StatementDependencies& dependencies, const app::Caller& caller, const Request& request,
                    Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    BodyMembers members(body->as_object(), {"affiliateId", "amount", "currency", "reason"});
    const auto affiliate = members.Required("affiliateId", AffiliateId(), CheckAdjustedAffiliate(caller));
    const auto amount = members.Required("amount", Decimal(), CheckSignedAmount);
    const auto currency = members.Required("currency", *Currency::Parse("EUR"), app::CheckCurrency);
    const auto reason = members.Required("reason", std::string(), CheckAdjustmentReason);
    for (Error& error : app::CheckAdjustedMoney(caller.owner->records.self, amount, currency)) {
        members.Refuse(std::move(error));
    }
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    app::Adjust(dependencies.commission_store, caller.owner->records.self,
                {.owner = caller.operator_id(),
                 .affiliate = *affiliate,
                 .money = {*amount, *currency},
                 .reason = *reason,
                 .actor = caller.actor(),
                 .key = caller.request_key},
                AnswerCreated(caller, request, std::move(responder)));
}

void ReverseAdjustment(const StatementDependencies& dependencies, const app::Caller& caller, const Request& request,
                       Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    BodyMembers members(body->as_object(), {"reason"});
    const auto reason = members.Required("reason", std::string(), CheckAdjustmentReason);
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    app::ReverseAdjustment(dependencies.commission_store,
                           {.owner = caller.operator_id(),
                            .adjustment = AdjustmentId::Parse(request.path_parameters.front()).value_or(AdjustmentId{}),
                            .reason = *reason,
                            .actor = caller.actor(),
                            .key = caller.request_key},
                           AnswerCreated(caller, request, std::move(responder)));
}

}  // namespace

void AddAdjustmentRoutes(Router& router, const CallerSources& callers, const StatementDependencies& dependencies) {
    const std::string all = std::string(kBasePath) + "/adjustments";
    const auto add = [&](std::string_view method, const std::string& path, auto handle) {
        const auto need = method == "GET" ? access::Need::kRead : access::Need::kKeepBooks;
        router.Add(method, path,
                   RequireCaller(callers, access::Area::kMoney, need, std::bind_front(handle, dependencies)));
    };
    add("GET", all, ListAdjustments);
    add("POST", all, MakeAdjustment);
    add("POST", all + "/{id}/reverse", ReverseAdjustment);
}

}  // namespace fairlead::http
