#include "http/handlers/operations/probes.hpp"

#include "app/clock/clock_guard.hpp"
#include "app/readiness.hpp"
#include "http/server/problem.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::http {

void AddProbeRoutes(Router& router, Router& control_router, app::Readiness& readiness, app::ClockGuard& clock) {
    router.AddProbe("/healthz",
                    [](const Request&, Responder responder) { responder.Send({.body = R"({"status":"ok"})"}); });
    const auto ready = [&readiness, &clock](const Request& request, Responder responder) {
        if (const Status trusted = clock.Check(); !trusted) {
            return responder.Send(Problem(trusted.error(), request.request_id));
        }
        readiness.Check(
            [responder = std::move(responder), request_id = std::string(request.request_id)](bool writable) mutable {
                if (writable) return responder.Send({.body = R"({"status":"ready"})"});
                responder.Send(Problem({ErrorCode::kUnavailable, "", "the ledger cannot write"}, request_id));
            });
    };
    router.AddProbe("/readyz", ready);
    control_router.Add("POST", "/control/ready", ready);
}

void AddMetricsRoutes(Router& router, app::Readiness& readiness, telemetry::Metrics& metrics) {
    router.AddProbe("/metrics", [&readiness, &metrics](const Request&, Responder responder) {
        // The answer does not wait for the check. A ledger that hangs is reported at once, any other result in the
        // next scrape.
        readiness.Check([&writable = metrics.ledger_writable](bool is_writable) { writable.Set(is_writable ? 1 : 0); });
        responder.Send({.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = metrics.Render()});
    });
}

}  // namespace fairlead::http
