#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class Projection;
class RecordClick;
class RecordQueries;
class UnpricedWatch;
class VisitCounts;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that GET /health uses. They outlive the router.
struct HealthDependencies {
    app::RecordQueries& records;
    const app::Projection& projection;
    app::RecordClick& record_click;  // Clicks that were acknowledged are counted.
    app::VisitCounts& visit_counts;  // Likewise clicks that are only counted.
    app::UnpricedWatch& unpriced_watch;
    bool sends_mails = false;  // Whether the service has a mail server.
};

// GET /health: the state of the operator's feeds.
void AddHealthRoutes(Router& router, const CallerSources& callers, const HealthDependencies& dependencies);

}  // namespace fairlead::http
