#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class Simulations;
}  // namespace fairlead::app

namespace fairlead::http {

// POST /deals/simulate, and GET and DELETE /deals/simulate/{id}.
void AddSimulationRoutes(Router& router, const CallerSources& callers, app::Simulations& simulations);

}  // namespace fairlead::http
