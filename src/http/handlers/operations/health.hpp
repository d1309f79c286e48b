#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class Ledger;
class Projection;
class RecordClick;
class UnpricedWatch;
class VisitCounts;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that GET /health uses. They outlive the router.
struct HealthDependencies {
    app::Ledger& ledger;
    const app::Projection& projection;
    app::RecordClick& record_click;  // Asked first, so that all acknowledged clicks are counted.
    app::VisitCounts& visit_counts;  // The same for clicks that are only counted.
    app::UnpricedWatch& unpriced_watch;
    bool sends_mails = false;        // Whether the service has a mail server.
    double feed_silent_minutes = 0;  // The setting. 0: no brand is ever silent.
};

// GET /health: the state of the operator's feeds and of what leaves the service.
void AddHealthRoutes(Router& router, const CallerSources& callers, const HealthDependencies& dependencies);

}  // namespace fairlead::http
