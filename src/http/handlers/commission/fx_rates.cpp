#include "http/handlers/commission/fx_rates.hpp"

#include "app/commission/resolve_rates.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/resources/rate_json.hpp"
#include "base/text/text.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

std::string ToRateCursor(const app::RatePlace& place) {
    return place.date.ToString().append(".").append(place.from.code()).append(".").append(place.to.code());
}

std::optional<app::RatePlace> ReadRateCursor(std::string_view text) {
    const auto parts = SplitTrimmed(text, '.');
    if (parts.size() != 3) return std::nullopt;
    const auto date = Date::Parse(parts[0]);
    const auto from = Currency::Parse(parts[1]);
    const auto to = Currency::Parse(parts[2]);
    if (!date || !from || !to) return std::nullopt;
    return app::RatePlace{*date, *from, *to};
}

void ListRates(const FxRateDependencies& dependencies, const app::Caller& caller, const Request& request,
               Responder responder) {
    RecordFilters filters(request, {{"date", ""}, {"from", ""}, {"to", ""}});
    const app::RateQuery query{.owner = caller.operator_id(),
                               .limit = filters.limit(),
                               .after = filters.ReadAs("cursor", "must be a nextCursor of this list", ReadRateCursor),
                               .date = filters.ReadAs("date", "must be a date like 2026-03-10", Date::Parse),
                               .from = filters.ReadAs("from", "must be a currency code", Currency::Parse),
                               .to = filters.ReadAs("to", "must be a currency code", Currency::Parse)};
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    dependencies.commission_queries.ReadRates(
        query, AnswerPage<app::RatePage>(request, std::move(responder), app::WriteRate, ToRateCursor));
}

// One exchange rate is answered as an object, a list as a list.
std::string AnswerTo(const app::RateBody& sent) {
    if (!sent.is_list) return json::serialize(app::WriteRate(sent.rates.front()));
    json::array items;
    for (const auto& rate : sent.rates) items.push_back(app::WriteRate(rate));
    return json::serialize(json::object{{"items", std::move(items)}});
}

void StoreRates(const FxRateDependencies& dependencies, const app::Caller& caller, const Request& request,
                Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    const auto sent = app::ReadRateBody(*body, caller.owner->records.self);
    if (!sent) return responder.Send(Problem(sent.error(), request.request_id));
    app::StoreRates(
        dependencies.commission_store,
        {.owner = caller.operator_id(), .rates = sent->rates, .actor = caller.actor(), .key = caller.request_key},
        [responder = std::move(responder), request_id = std::string(request.request_id),
         answer = AnswerTo(*sent)](const Status& stored) mutable {
            if (!stored) return responder.Send(Problem(stored.error(), request_id));
            responder.Send({.status = 201, .body = std::move(answer)});
        });
}

}  // namespace

void AddFxRateRoutes(Router& router, const CallerSources& callers, const FxRateDependencies& dependencies) {
    const std::string path = std::string(kBasePath) + "/fx-rates";
    router.Add("GET", path, RequireCaller(callers, access::Area::kMoney, std::bind_front(ListRates, dependencies)));
    router.Add("POST", path,
               RequireCaller(callers, access::Area::kMoney, access::Need::kKeepBooks,
                             std::bind_front(StoreRates, dependencies)));
}

}  // namespace fairlead::http
