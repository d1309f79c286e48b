#include "http/codec/record_filters.hpp"
#include "http/codec/record_json.hpp"
#include "http/handlers/handlers.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/middleware/require_key.hpp"

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
    if (const auto name = filters.Text("eventType")) {
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

}  // namespace

void AddRecordRoutes(Router& router, const HandlerContext& context) {
    const std::string base(kBasePath);
    router.Add("GET", base + "/events",
               RequireKey(context, [context](const auto& caller, const auto& request, auto responder) {
                   RecordFilters filters(request, {{"eventType", "type"},
                                                   {"playerId", "player"},
                                                   {"affiliateId", "affiliate"},
                                                   {"linkId", "link"},
                                                   {"brandId", "brand"},
                                                   {"idempotencyKey", "key"},
                                                   {"from", ""},
                                                   {"to", ""}});
                   const auto query = ReadEventQuery(caller, filters);
                   if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
                   context.ledger.ReadEvents(
                       query, AnswerPage<app::EventPage>(request, std::move(responder), EncodeEvent,
                                                         [](std::int64_t seq) { return std::to_string(seq); }));
               }));
    router.Add("GET", base + "/clicks",
               RequireKey(context, [context](const auto& caller, const auto& request, auto responder) {
                   RecordFilters filters(request, {{"clickId", "click"},
                                                   {"linkId", "link"},
                                                   {"affiliateId", "affiliate"},
                                                   {"brandId", "brand"},
                                                   {"counted", ""},
                                                   {"from", ""},
                                                   {"to", ""}});
                   const auto query = ReadClickQuery(caller, filters);
                   if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
                   context.ledger.ReadClicks(query,
                                             AnswerPage<app::ClickPage>(request, std::move(responder), EncodeClick,
                                                                        [](ClickId id) { return id.ToString(); }));
               }));
}

}  // namespace fairlead::http
