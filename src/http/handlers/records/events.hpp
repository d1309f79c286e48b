#pragma once

#include "app/adapters/adapter.hpp"
#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class CatalogueRefresher;
class IngestEvents;
class RateLimiter;
}  // namespace fairlead::app

namespace fairlead::telemetry {
class Metrics;
}  // namespace fairlead::telemetry

namespace fairlead::http {

// The objects that the endpoint for new events uses. They outlive the router.
struct EventDependencies {
    const app::Catalogue& catalogue;
    app::CatalogueRefresher& refresher;
    app::RateLimiter& rate_limiter;
    app::IngestEvents& ingest_events;
    telemetry::Metrics& metrics;
    const app::Adapters& adapters;
};

// POST /events, POST /adapters/{name}/events, which takes the events of other systems, and GET /refused-requests, which
// lists what it refused.
void AddEventRoutes(Router& router, const CallerSources& callers, const EventDependencies& dependencies);

}  // namespace fairlead::http
