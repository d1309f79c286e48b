#pragma once

#include "http/server/router.hpp"

namespace fairlead::app {
class Readiness;
}  // namespace fairlead::app

namespace fairlead::telemetry {
class Metrics;
}  // namespace fairlead::telemetry

namespace fairlead::http {

// /healthz and /readyz. `readiness` outlives the router.
void AddProbeRoutes(Router& router, app::Readiness& readiness);
// /metrics, on its own listener. Both objects outlive the router.
void AddMetricsRoutes(Router& router, app::Readiness& readiness, telemetry::Metrics& metrics);

}  // namespace fairlead::http
