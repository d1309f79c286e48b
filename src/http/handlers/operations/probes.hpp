#pragma once

#include "http/server/router.hpp"

namespace fairlead::app {
class ClockGuard;
class Readiness;
}  // namespace fairlead::app

namespace fairlead::telemetry {
class Metrics;
}  // namespace fairlead::telemetry

namespace fairlead::http {

// /healthz and /readyz, and /control/ready on the local socket for the command line. The objects outlive the routers.
void AddProbeRoutes(Router& router, Router& control_router, app::Readiness& readiness, app::ClockGuard& clock);
// /metrics, on its own listener. Both objects outlive the router.
void AddMetricsRoutes(Router& router, app::Readiness& readiness, telemetry::Metrics& metrics);

}  // namespace fairlead::http
