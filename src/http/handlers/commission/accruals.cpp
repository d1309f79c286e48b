#include "http/handlers/commission/accruals.hpp"

#include "app/commission/reverse_accrual.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/record_queries.hpp"
#include "app/reports/open_rows.hpp"
#include "app/reports/run_report.hpp"
#include "http/codec/commission/commission_json.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/codec/records/row_parameters.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

// A path without a valid UUID gives an id that no accrual has.
AccrualId AccrualOf(const Request& request) {
    return AccrualId::Parse(request.path_parameters.front()).value_or(AccrualId{});
}

constexpr std::size_t kReversalReasonLengthMax = 1000;
constexpr std::string_view kDecimalText = "must be a decimal number";

std::optional<Decimal> ReadDecimal(std::string_view text) {
    const auto decimal = Decimal::ParsePlain(text, Decimal::kSumDigitsMax);
    return decimal ? std::optional(*decimal) : std::nullopt;
}

// A report shows activity under the empty period. Every accrual has a period, so the empty period has no accruals.
void ReadAccrualPeriod(RecordFilters& filters, app::AccrualQuery& query) {
    const auto text = filters.Text("period");
    query.without_period = text && text->empty();
    if (text && !text->empty()) query.period = filters.ReadAs("period", kPeriodForms, Period::Parse);
}

app::AccrualQuery ReadQuery(const app::Caller& caller, RecordFilters& filters) {
    app::AccrualQuery query{
        .owner = caller.operator_id(),
        .limit = filters.limit(),
        .before = filters.Number("cursor"),
        .id = filters.ReadId<AccrualId>("id"),
        .affiliate = filters.ReadId<AffiliateId>("affiliateId"),
        .player = filters.ReadId<PlayerId>("playerId"),
        .brand = filters.ReadId<BrandId>("brandId"),
        .deal = filters.ReadId<DealId>("dealId"),
        .version = std::nullopt,
        .component = filters.ReadName<commission::Component>("component", commission::kComponentNames),
        .event = filters.ReadId<EventId>("eventId"),
        .period = std::nullopt,
        .status = filters.ReadName<app::AccrualStatus>("status", app::kAccrualStatusNames),
        .late = filters.Flag("late"),
        .currency = std::nullopt,
        .event_time = {filters.Time("from"), filters.Time("to")},
        .reason = filters.ReadName<commission::Reason>("reason", commission::kReasonNames),
        .amount = filters.ReadAs("amount", kDecimalText, ReadDecimal),
        .base = filters.ReadAs("base", kDecimalText, ReadDecimal),
        .happened_at = filters.Time("eventTime"),
        .recorded_at = filters.Time("recordedAt"),
        .payable_from = filters.Time("payableFrom")};
    ReadAccrualPeriod(filters, query);
    if (const auto version = filters.Number("dealVersion")) {
        query.version = static_cast<std::int32_t>(std::min<std::int64_t>(*version, INT32_MAX));
    }
    return query;
}

void ListAccruals(const AccrualDependencies& dependencies, const app::Caller& caller, const Request& request,
                  Responder responder) {
    RecordFilters filters(request,
                          {{"id", ""},
                           {"affiliateId", ""},
                           {"playerId", ""},
                           {"brandId", ""},
                           {"dealId", ""},
                           {"dealVersion", ""},
                           {"component", ""},
                           {"eventId", "event"},
                           {"period", ""},
                           {"status", ""},
                           {"late", ""},
                           {"reason", ""},
                           {"amount", ""},
                           {"base", ""},
                           {"eventTime", ""},
                           {"recordedAt", ""},
                           {"payableFrom", ""},
                           {"from", ""},
                           {"to", ""}},
                          RowParameterNames());
    const auto query = ReadQuery(caller, filters);
    const auto calendar = dependencies.run_report.CalendarOf(caller.owner->records.self.settings);
    auto selection = ReadRowSelection(*caller.owner, *calendar, reporting::OpensAs::kAccruals, filters);
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    app::OpenAccruals(dependencies.records, query, std::move(selection),
                      AnswerPage<app::AccrualPage>(request, std::move(responder), EncodeAccrual,
                                                   [](std::int64_t number) { return std::to_string(number); }));
}

void ReadOneAccrual(const AccrualDependencies& dependencies, const app::Caller& caller, const Request& request,
                    Responder responder) {
    const AccrualId id = AccrualOf(request);
    auto answer = AnswerObject<app::AccrualRecord>(request, std::move(responder), EncodeAccrual);
    dependencies.records.ReadAccruals({.owner = caller.operator_id(), .limit = 1, .id = id}, {},
                                      [id, answer = std::move(answer)](Result<app::AccrualPage> page) mutable {
                                          if (!page) return answer(std::unexpected(page.error()));
                                          if (page->items.empty()) {
                                              return answer(Fail(ErrorCode::kNotFound, app::NoSuchAccrual(id)));
                                          }
                                          answer(std::move(page->items.front()));
                                      });
}

void ExplainOneAccrual(const AccrualDependencies& dependencies, const app::Caller& caller, const Request& request,
                       Responder responder) {
    const auto encode = [owner = caller.owner](const app::Explanation& explanation) {
        return EncodeExplanation(explanation, *owner);
    };
    dependencies.commission_queries.ReadExplanation(
        caller.operator_id(), AccrualOf(request),
        AnswerObject<app::Explanation>(request, std::move(responder), encode));
}

app::Errors CheckReversalReason(const boost::json::value& value, std::string& out) {
    return app::CheckText(value, kReversalReasonLengthMax, out);
}

void ReverseOneAccrual(const AccrualDependencies& dependencies, const app::Caller& caller, const Request& request,
                       Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    BodyMembers members(body->as_object(), {"reason"});
    const auto reason = members.Required("reason", std::string(), CheckReversalReason);
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    auto answer = [responder = std::move(responder),
                   request_id = std::string(request.request_id)](const Result<app::AccrualRecord>& made) mutable {
        if (!made) return responder.Send(Problem(made.error(), request_id));
        responder.Send({.status = 201, .body = boost::json::serialize(EncodeAccrual(*made))});
    };
    app::ReverseAccrual(dependencies.commission_store, dependencies.records,
                        {.owner = caller.operator_id(),
                         .accrual = AccrualOf(request),
                         .reason = *reason,
                         .actor = caller.actor(),
                         .key = caller.request_key},
                        std::move(answer));
}

}  // namespace

void AddAccrualRoutes(Router& router, const CallerSources& callers, const AccrualDependencies& dependencies) {
    const std::string all = std::string(kBasePath) + "/accruals";
    const auto add = [&](std::string_view method, const std::string& path, auto handle) {
        const auto need = method == "GET" ? access::Need::kRead : access::Need::kKeepBooks;
        router.Add(method, path,
                   RequireCaller(callers, access::Area::kMoney, need, std::bind_front(handle, dependencies)));
    };
    add("GET", all, ListAccruals);
    add("GET", all + "/{id}", ReadOneAccrual);
    add("GET", all + "/{id}/explain", ExplainOneAccrual);
    add("POST", all + "/{id}/reverse", ReverseOneAccrual);
}

}  // namespace fairlead::http
