#include "http/handlers/operations/health.hpp"

#include <cmath>

#include <boost/json.hpp>

#include "app/ports/projection.hpp"
#include "app/ports/record_queries.hpp"
#include "app/tracking/record_click.hpp"
#include "app/tracking/visit_limits.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

json::array EncodeNearMisses(const app::FeedHealth& health) {
    json::array items;
    for (const auto& near_miss : health.near_misses) {
        items.push_back({{"brandId", near_miss.brand.ToString()},
                         {"sent", near_miss.sent},
                         {"meant", near_miss.meant},
                         {"eventId", near_miss.last_event.ToString()},
                         {"firstSeenAt", near_miss.first_seen.ToIso8601()},
                         {"lastSeenAt", near_miss.last_seen.ToIso8601()},
                         {"count", near_miss.count}});
    }
    return items;
}

json::object EncodeHealth(const app::FeedHealth& health, const app::ProjectionLag& lag, std::int64_t limited_clicks) {
    json::array feeds;
    for (const auto& feed : health.feeds) {
        feeds.push_back({{"brandId", feed.brand.ToString()},
                         {"eventType", feed.event_type},
                         {"lastEventTime", feed.last_event_time.ToIso8601()},
                         {"lastRecordedAt", feed.last_recorded_at.ToIso8601()},
                         {"count", feed.count}});
    }
    json::array differences;
    for (const auto& difference : health.differences) {
        differences.push_back({{"eventId", difference.first_event.ToString()},
                               {"idempotencyKey", difference.idempotency_key},
                               {"firstSeenAt", difference.first_seen.ToIso8601()},
                               {"lastSeenAt", difference.last_seen.ToIso8601()},
                               {"count", difference.count}});
    }
    json::array anomalies;
    for (const auto& anomaly : health.anomalies) {
        anomalies.push_back({{"kind", anomaly.kind},
                             {"playerId", anomaly.player.ToString()},
                             {"eventId", anomaly.event.ToString()},
                             {"recordedAt", anomaly.recorded_at.ToIso8601()}});
    }
    json::array unpriced;
    std::int64_t unpriced_count = 0;
    for (const auto& pair : health.unpriced) {
        unpriced_count += pair.count;
        unpriced.push_back({{"from", pair.from.code()},
                            {"to", pair.to.code()},
                            {"count", pair.count},
                            {"oldestEventTime", pair.oldest_event.ToIso8601()}});
    }
    return {
        {"feeds", std::move(feeds)},
        {"differingDuplicates", {{"count", health.difference_count}, {"items", std::move(differences)}}},
        {"anomalies", {{"count", health.anomaly_count}, {"items", std::move(anomalies)}}},
        {"unpriced", {{"count", unpriced_count}, {"items", std::move(unpriced)}}},
        {"similarMembers", {{"items", EncodeNearMisses(health)}}},
        {"tracking",
         {{"clicks", health.click_total}, {"impressions", health.impression_total}, {"limitedClicks", limited_clicks}}},
        {"projectorLag",
         {{"seconds", std::llround(lag.seconds)}, {"blocks", lag.blocks}, {"lastBlock", lag.last_block}}}};
}

void SendHealth(const HealthDependencies& dependencies, const app::Caller& caller, const Request& request,
                Responder responder) {
    const auto lag = dependencies.projection.Lag(caller.operator_id());
    const std::int64_t limited_clicks = dependencies.visit_limits.OnlyCounted(caller.operator_id());
    auto answer = [lag, limited_clicks, responder = std::move(responder),
                   request_id = std::string(request.request_id)](auto health) mutable {
        if (!health) return responder.Send(Problem(health.error(), request_id));
        responder.Send({.body = json::serialize(EncodeHealth(*health, lag, limited_clicks))});
    };
    const OperatorId owner = caller.operator_id();
    dependencies.record_click.WhenRecorded(
        owner, [&records = dependencies.records, owner, answer = std::move(answer)]() mutable {
            records.ReadHealth(owner, std::move(answer));
        });
}

}  // namespace

void AddHealthRoutes(Router& router, const CallerSources& callers, const HealthDependencies& dependencies) {
    router.Add("GET", std::string(kBasePath) + "/health",
               RequireCaller(callers, std::bind_front(SendHealth, dependencies)));
}

}  // namespace fairlead::http
