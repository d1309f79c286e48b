#pragma once

#include "http/handlers/outbox/deliveries.hpp"

namespace fairlead::http {

// POST /webhooks/{id}/rotate-secret and /webhooks/{id}/test. The resource itself has the usual routes.
void AddWebhookRoutes(Router& router, const CallerSources& callers, const OutboxDependencies& dependencies);

}  // namespace fairlead::http
