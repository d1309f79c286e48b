#pragma once

#include <memory>

#include "app/events/refused_requests.hpp"
#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// GET /refused-requests.
void AddRefusedRequestRoutes(Router& router, const CallerSources& callers,
                             std::shared_ptr<const app::RefusedRequests> refused);

}  // namespace fairlead::http
