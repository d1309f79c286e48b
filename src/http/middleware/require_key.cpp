#include "http/middleware/require_key.hpp"

#include "http/problem.hpp"

namespace fairlead::http {

Handler RequireKey(const HandlerContext& context, CallerHandler handler) {
    return [context, handler = std::move(handler)](const Request& request, Responder responder) {
        const auto snapshot = context.catalogue.Current();
        const auto caller = Authenticate(*snapshot, request.Header("X-API-Key"), request.client, Now());
        if (caller) return handler(*caller, request, std::move(responder));
        context.metrics.requests_unauthorized.Increment();
        responder.Send(Problem({ErrorCode::kUnauthorized, "", "a valid API key is needed in the header X-API-Key"},
                               request.request_id));
    };
}

}  // namespace fairlead::http
