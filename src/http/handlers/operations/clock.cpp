#include "http/handlers/operations/clock.hpp"

#include <boost/json.hpp>

#include "app/clock/confirm_clock.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {

namespace json = boost::json;

void AddClockRoutes(Router& router, app::ClockGuard& clock, app::CatalogueStore& store) {
    const auto handle = [&clock, &store](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const auto* confirm = body->as_object().if_contains("confirm");
        if (confirm == nullptr || !confirm->is_bool() || !confirm->get_bool()) {
            return responder.Send({.body = json::serialize(DescribeClock(clock))});
        }
        app::ConfirmClock(clock, store, "commandLine",
                          [responder = std::move(responder),
                           request_id = std::string(request.request_id)](app::ObjectResult result) mutable {
                              if (!result) return responder.Send(Problem(result.error(), request_id));
                              responder.Send({.body = json::serialize(*result)});
                          });
    };
    router.Add("POST", "/control/clock", WithBody(kBodyBytesMax, handle));
}

}  // namespace fairlead::http
