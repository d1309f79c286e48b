#include "http/codec/records/record_filters.hpp"
#include "http/codec/records/record_json.hpp"
#include "http/codec/records/row_parameters.hpp"
#include "http/handlers/handlers.hpp"
#include "http/handlers/record_answers.hpp"

namespace fairlead::http {
namespace {

app::EventQuery ReadEventQuery(const app::Caller& caller, RecordFilters& filters) {
    app::EventQuery query{.owner = caller.operator_id(),
                          .limit = filters.limit(),
                          .before_seq = filters.Number("cursor"),
                          .idempotency_key = filters.Text("idempotencyKey"),
                          .player = filters.ReadId<PlayerId>("playerId"),
                          .affiliate = filters.ReadId<AffiliateId>("affiliateId"),
                          .link = filters.ReadId<LinkId>("linkId"),
                          .brand = filters.ReadId<BrandId>("brandId"),
                          .type = std::nullopt,
                          .event_time = {filters.Time("from"), filters.Time("to")}};
    const auto name = filters.Text("eventType");
    if (name && !name->empty()) {
        query.type = events::ParseEventType(*name);
        if (!query.type) filters.Refuse("eventType", "is not an event type");
    }
    return query;
}

app::ClickQuery ReadClickQuery(const app::Caller& caller, RecordFilters& filters) {
    return {.owner = caller.operator_id(),
            .limit = filters.limit(),
            .before = filters.ReadId<ClickId>("cursor"),
            .click = filters.ReadId<ClickId>("clickId"),
            .link = filters.ReadId<LinkId>("linkId"),
            .affiliate = filters.ReadId<AffiliateId>("affiliateId"),
            .brand = filters.ReadId<BrandId>("brandId"),
            .counted = filters.Flag("counted"),
            .time = {filters.Time("from"), filters.Time("to")}};
}

// The calendar by which the caller's days are meant.
auto CalendarOf(const HandlerContext& context, const app::Caller& caller) {
    return context.run_report.CalendarOf(caller.owner->records.self.time_zone);
}

void ListEvents(const HandlerContext& context, const app::Caller& caller, const Request& request, Responder responder) {
    RecordFilters filters(request,
                          {{"eventType", "type"},
                           {"playerId", ""},
                           {"affiliateId", ""},
                           {"linkId", ""},
                           {"brandId", ""},
                           {"idempotencyKey", "key"},
                           {"from", ""},
                           {"to", ""}},
                          RowParameterNames());
    auto query = ReadEventQuery(caller, filters);
    auto parameters =
        ReadRowParameters(*caller.owner, *CalendarOf(context, caller), reporting::OpensAs::kEvents, filters);
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    query.event_time = Overlap(query.event_time, parameters.time);
    auto answer = AnswerPage<app::EventEntryPage>(request, std::move(responder), EncodeEventEntry,
                                                  [](std::int64_t seq) { return std::to_string(seq); });
    app::ReportRecords& records = context.ledger.report_records();
    CompleteRowFilter(records, caller.operator_id(), std::move(parameters),
                      [&records, query, answer = std::move(answer)](Result<app::RowFilter> filter) mutable {
                          if (!filter) return answer(std::unexpected(filter.error()));
                          // Of one player the index knows the events.
                          if (!query.player) query.player = OnlyId<PlayerId>(*filter, reporting::Dimension::kPlayer);
                          records.ReadEvents(query, std::move(*filter), std::move(answer));
                      });
}

void ListClicks(const HandlerContext& context, const app::Caller& caller, const Request& request, Responder responder) {
    RecordFilters filters(request,
                          {{"clickId", "click"},
                           {"linkId", ""},
                           {"affiliateId", ""},
                           {"brandId", ""},
                           {"counted", ""},
                           {"from", ""},
                           {"to", ""}},
                          RowParameterNames());
    auto query = ReadClickQuery(caller, filters);
    auto parameters =
        ReadRowParameters(*caller.owner, *CalendarOf(context, caller), reporting::OpensAs::kClicks, filters);
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    query.time = Overlap(query.time, parameters.time);
    // A click is no player's.
    if (parameters.player) parameters.filter.nothing = true;
    context.ledger.report_records().ReadClicks(query, std::move(parameters.filter),
                                               AnswerPage<app::ClickPage>(request, std::move(responder), EncodeClick,
                                                                          [](ClickId id) { return id.ToString(); }));
}

}  // namespace

void AddRecordRoutes(Router& router, const HandlerContext& context) {
    const std::string base(kBasePath);
    const auto add = [&](const std::string& path, auto list) {
        router.Add("GET", path,
                   RequireCaller(context, [context, list](const auto& caller, const auto& request, auto responder) {
                       list(context, caller, request, std::move(responder));
                   }));
    };
    add(base + "/events", ListEvents);
    add(base + "/clicks", ListClicks);
}

}  // namespace fairlead::http
