#pragma once

#include "http/handlers/catalogue/resource_routes.hpp"

namespace fairlead::app {
class Outbox;
class Sender;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the endpoints of the outbox use. They outlive the router.
struct OutboxDependencies {
    ResourceDependencies resources;
    app::Outbox& outbox;
    app::Sender& sender;
};

// /deliveries, POST /postbacks/{id}/test and the routes of webhooks; /portal/postbacks and /portal/deliveries for
// affiliates.
void AddOutboxRoutes(Router& router, const CallerSources& callers, const OutboxDependencies& dependencies);

}  // namespace fairlead::http
