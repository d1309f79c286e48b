#pragma once

#include "base/crypto/secrets.hpp"
#include "domain/tracking/click_checksum.hpp"
#include "http/server/router.hpp"

namespace fairlead::app {
class AgentClassifier;
class Catalogue;
class CountryFinder;
class RecordClick;
class VisitCounts;
class VisitLimits;
}  // namespace fairlead::app

namespace fairlead::telemetry {
class Metrics;
}  // namespace fairlead::telemetry

namespace fairlead::http {

// The objects that the tracking endpoints use. They outlive the router.
struct TrackDependencies {
    const app::Catalogue& catalogue;
    const app::AgentClassifier& agents;
    const app::CountryFinder& countries;
    const Bytes32& address_key;
    const tracking::ClickKey& click_key;
    app::RecordClick& record_click;
    app::VisitLimits& limits;
    app::VisitCounts& counts;
    telemetry::Metrics& metrics;
};

// GET /track/click/{linkId} and /track/impression/{creativeId}.
void AddTrackRoutes(Router& router, const TrackDependencies& dependencies);

}  // namespace fairlead::http
