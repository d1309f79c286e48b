#pragma once

#include "http/server/router.hpp"

namespace fairlead::app {
class Catalogue;
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
};

// POST /events.
void AddEventRoutes(Router& router, const EventDependencies& dependencies);

}  // namespace fairlead::http
