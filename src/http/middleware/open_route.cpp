#include "http/middleware/open_route.hpp"

#include "http/framing/body_limits.hpp"
#include "http/middleware/cookies.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {

Handler WithoutSession(Handler handler) {
    return [with_body = WithBody(kOpenBodyBytesMax, std::move(handler))](const Request& request, Responder responder) {
        if (!IsCrossOrigin(request)) return with_body(request, std::move(responder));
        responder.Send(Problem({ErrorCode::kForbidden, "", "the request must come from a page of this origin"},
                               request.request_id));
    };
}

}  // namespace fairlead::http
