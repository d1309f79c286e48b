#include "http/handlers/operations/health.hpp"

#include <cmath>

#include <boost/json.hpp>

#include "app/outbox/destinations.hpp"
#include "app/outbox/silent_brands.hpp"
#include "app/ports/ledger.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "app/ports/projection.hpp"
#include "app/ports/record_queries.hpp"
#include "app/reports/unpriced_watch.hpp"
#include "app/tracking/record_click.hpp"
#include "app/tracking/visit_counts.hpp"
#include "domain/events/regular_types.hpp"
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

json::array EncodeAttributed(const app::FeedHealth& health) {
    json::array items;
    for (const auto& counts : health.attributed) {
        items.push_back({{"brandId", counts.brand.ToString()},
                         {"direct", counts.direct},
                         {"withEvidence", counts.with_evidence},
                         {"withoutEvidence", counts.without_evidence},
                         {"organic", counts.organic}});
    }
    return items;
}

json::object EncodeHealth(const app::FeedHealth& health, const app::ProjectionLag& lag) {
    json::array feeds;
    for (const auto& feed : health.feeds) {
        feeds.push_back({{"brandId", feed.brand.ToString()},
                         {"eventType", feed.event_type},
                         {"lastEventTime", feed.last_event_time.ToIso8601()},
                         {"lastRecordedAt", feed.last_recorded_at.ToIso8601()},
                         {"count", feed.count},
                         {"regular", events::IsRegular(feed.event_type)}});
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
    return {{"feeds", std::move(feeds)},
            {"differingDuplicates", {{"count", health.difference_count}, {"items", std::move(differences)}}},
            {"anomalies", {{"count", health.anomaly_count}, {"items", std::move(anomalies)}}},
            {"unpriced", {{"count", unpriced_count}, {"items", std::move(unpriced)}}},
            {"attribution", {{"items", EncodeAttributed(health)}}},
            {"similarMembers", {{"items", EncodeNearMisses(health)}}},
            {"tracking",
             {{"clicks", health.click_total},
              {"impressions", health.impression_total},
              {"limitedClicks", health.only_counted_total}}},
            {"projectorLag",
             {{"seconds", std::llround(lag.seconds)}, {"blocks", lag.blocks}, {"lastBlock", lag.last_block}}}};
}

json::object EncodeSilentBrands(const app::FeedHealth& health, double feed_silent_minutes) {
    json::array items;
    for (const auto& [brand, last] : app::SilentBrands(health, Now(), app::SilentMicrosOf(feed_silent_minutes))) {
        items.push_back({{"brandId", brand.ToString()}, {"lastRecordedAt", last.ToIso8601()}});
    }
    return {{"afterMinutes", feed_silent_minutes}, {"items", std::move(items)}};
}

// Null until it is known.
json::value EncodeUnpricedMoney(const std::optional<std::vector<reporting::UnpricedSum>>& unpriced) {
    if (!unpriced) return nullptr;
    json::array items;
    for (const auto& sum : *unpriced) {
        items.push_back({{"currency", sum.currency}, {"count", sum.count}, {"amount", sum.amount.ToString()}});
    }
    return json::object{{"items", std::move(items)}};
}

using HealthOwner = std::shared_ptr<const app::OperatorEntry>;

json::object EncodeOutbox(const app::OperatorEntry& owner, const app::OutboxHealth& health) {
    std::int64_t waiting = 0;
    std::optional<Timestamp> oldest;
    for (const auto& lane : health.waiting) {
        waiting += lane.count;
        oldest = std::min(oldest.value_or(lane.oldest_at), lane.oldest_at);
    }
    json::array paused;
    app::ForEachDestination(owner, [&](DestinationId id, const app::DestinationState& state) {
        if (state.status != outbox::DestinationStatus::kPaused) return;
        paused.push_back({{"destinationId", id.ToString()},
                          {"kind", outbox::kDestinationKindNames[static_cast<std::size_t>(state.kind)]}});
    });
    return {{"waiting", waiting},
            {"oldestWaitingAt", oldest ? json::value(oldest->ToIso8601()) : json::value(nullptr)},
            {"failed", health.failed},
            {"paused", std::move(paused)}};
}

void AddOutboxHealth(app::Outbox& outbox, const HealthOwner& owner, json::object encoded, Responder responder,
                     std::string request_id) {
    std::vector<DestinationId> destinations;
    app::ForEachDestination(*owner, [&](DestinationId id, const auto&) { destinations.push_back(id); });
    outbox.ReadHealth(owner->records.self.id, std::move(destinations),
                      [owner, encoded = std::move(encoded), responder = std::move(responder),
                       request_id = std::move(request_id)](Result<app::OutboxHealth> health) mutable {
                          if (!health) return responder.Send(Problem(health.error(), request_id));
                          encoded["outbox"] = EncodeOutbox(*owner, *health);
                          responder.Send({.body = json::serialize(encoded)});
                      });
}

void SendHealth(const HealthDependencies& dependencies, const app::Caller& caller, const Request& request,
                Responder responder) {
    auto unpriced = EncodeUnpricedMoney(dependencies.unpriced_watch.Latest(caller.owner));
    const auto lag = dependencies.projection.Lag(caller.operator_id());
    auto answer = [entry = caller.owner, &outbox = dependencies.ledger.outbox(), lag,
                   sends_mails = dependencies.sends_mails, silent_minutes = dependencies.feed_silent_minutes,
                   unpriced = std::move(unpriced), responder = std::move(responder),
                   request_id = std::string(request.request_id)](auto health) mutable {
        if (!health) return responder.Send(Problem(health.error(), request_id));
        json::object encoded = EncodeHealth(*health, lag);
        encoded["silentBrands"] = EncodeSilentBrands(*health, silent_minutes);
        encoded["unpricedMoney"] = std::move(unpriced);
        encoded["mail"] = json::object{{"enabled", sends_mails}};
        AddOutboxHealth(outbox, entry, std::move(encoded), std::move(responder), std::move(request_id));
    };
    const OperatorId owner = caller.operator_id();
    auto read = [&records = dependencies.ledger.records(), owner, answer = std::move(answer)]() mutable {
        records.ReadHealth(owner, std::move(answer));
    };
    dependencies.record_click.WhenRecorded(
        owner, [&counts = dependencies.visit_counts, owner, read = std::move(read)]() mutable {
            counts.WhenStored(owner, std::move(read));
        });
}

}  // namespace

void AddHealthRoutes(Router& router, const CallerSources& callers, const HealthDependencies& dependencies) {
    router.Add("GET", std::string(kBasePath) + "/health",
               RequireCaller(callers, access::Area::kReports, std::bind_front(SendHealth, dependencies)));
}

}  // namespace fairlead::http
