#include "http/handlers/handlers.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {

void AddProbeRoutes(Router& router, const HandlerContext& context) {
    router.Add("GET", "/healthz",
               [](const Request&, Responder responder) { responder.Send({.body = R"({"status":"ok"})"}); });
    router.Add("GET", "/readyz", [context](const Request& request, Responder responder) {
        context.readiness.Check(
            [responder = std::move(responder), request_id = std::string(request.request_id)](bool writable) mutable {
                if (writable) return responder.Send({.body = R"({"status":"ready"})"});
                responder.Send(Problem({ErrorCode::kUnavailable, "", "the ledger cannot write"}, request_id));
            });
    });
}

void AddMetricsRoutes(Router& router, const HandlerContext& context) {
    router.Add("GET", "/metrics", [context](const Request&, Responder responder) {
        // Not waited for: a ledger that hangs is known as such at once, any other answer comes with the next scrape.
        context.readiness.Check(
            [&writable = context.metrics.ledger_writable](bool is_writable) { writable.Set(is_writable ? 1 : 0); });
        responder.Send({.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = context.metrics.Render()});
    });
}

}  // namespace fairlead::http
