#include "http/handlers/records/records.hpp"

#include "app/ports/record_queries.hpp"
#include "app/ports/visit_sums.hpp"
#include "app/reports/open_rows.hpp"
#include "app/reports/run_report.hpp"
#include "app/tracking/record_click.hpp"
#include "app/tracking/visit_counts.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/codec/records/record_json.hpp"
#include "http/codec/records/row_parameters.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

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
        if (!query.type) filters.Refuse("eventType", events::MustBeEventType());
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

// The calendar of the operator's time zone, which decides where days begin.
auto CalendarOf(const RecordDependencies& dependencies, const app::Caller& caller) {
    return dependencies.run_report.CalendarOf(caller.owner->records.self.settings);
}

void ListEvents(const RecordDependencies& dependencies, const app::Caller& caller, const Request& request,
                Responder responder) {
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
    const auto query = ReadEventQuery(caller, filters);
    auto selection =
        ReadRowSelection(*caller.owner, *CalendarOf(dependencies, caller), reporting::OpensAs::kEvents, filters);
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    app::OpenEvents(dependencies.records, query, std::move(selection),
                    AnswerPage<app::EventPage>(request, std::move(responder), EncodeEvent,
                                               [](std::int64_t seq) { return std::to_string(seq); }));
}

void ListClicks(const RecordDependencies& dependencies, const app::Caller& caller, const Request& request,
                Responder responder) {
    RecordFilters filters(request,
                          {{"clickId", "click"},
                           {"linkId", ""},
                           {"affiliateId", ""},
                           {"brandId", ""},
                           {"counted", ""},
                           {"from", ""},
                           {"to", ""}},
                          RowParameterNames());
    const auto query = ReadClickQuery(caller, filters);
    auto selection =
        ReadRowSelection(*caller.owner, *CalendarOf(dependencies, caller), reporting::OpensAs::kClicks, filters);
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    auto answer = AnswerPage<app::ClickPage>(request, std::move(responder), EncodeClick,
                                             [](ClickId id) { return id.ToString(); });
    dependencies.record_click.WhenRecorded(query.owner,
                                           [&records = dependencies.records, query, selection = std::move(selection),
                                            answer = std::move(answer)]() mutable {
                                               app::OpenClicks(records, query, std::move(selection), std::move(answer));
                                           });
}

app::VisitSumQuery ReadVisitSumQuery(const app::Caller& caller, RecordFilters& filters) {
    constexpr std::string_view kMustBeDay = "must be a day, like 2026-03-10";
    return {.owner = caller.operator_id(),
            .limit = filters.limit(),
            .after = filters.ReadAs("cursor", "must be a nextCursor of this list", ParseVisitSumPlace),
            .link = filters.ReadId<LinkId>("linkId"),
            .first_day = filters.ReadAs("startDate", kMustBeDay, Date::Parse),
            .last_day = filters.ReadAs("endDate", kMustBeDay, Date::Parse)};
}

void ListLimitedClicks(const RecordDependencies& dependencies, const app::Caller& caller, const Request& request,
                       Responder responder) {
    RecordFilters filters(request, {{"linkId", ""}, {"startDate", ""}, {"endDate", ""}});
    const auto query = ReadVisitSumQuery(caller, filters);
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    auto answer = AnswerPage<app::VisitSumPage>(request, std::move(responder), EncodeVisitSum, WriteVisitSumPlace);
    dependencies.visit_counts.WhenStored(
        query.owner, [&sums = dependencies.visit_sums, query, answer = std::move(answer)]() mutable {
            sums.Read(query, std::move(answer));
        });
}

}  // namespace

void AddRecordRoutes(Router& router, const CallerSources& callers, const RecordDependencies& dependencies) {
    const std::string base(kBasePath);
    router.Add("GET", base + "/events",
               RequireCaller(callers, access::Area::kEvents, std::bind_front(ListEvents, dependencies)));
    router.Add("GET", base + "/clicks",
               RequireCaller(callers, access::Area::kTracking, std::bind_front(ListClicks, dependencies)));
    router.Add("GET", base + "/clicks/limited",
               RequireCaller(callers, access::Area::kTracking, std::bind_front(ListLimitedClicks, dependencies)));
}

}  // namespace fairlead::http
