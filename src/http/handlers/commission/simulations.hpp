#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class Catalogue;
class Simulations;
}  // namespace fairlead::app

namespace fairlead::http {

// POST /deals/simulate, and GET and DELETE /deals/simulate/{id}.
void AddSimulationRoutes(Router& router, const CallerSources& callers, app::Simulations& simulations);

// /control/simulations…, on the local socket: what `fairlead simulate` asks of a running server.
void AddSimulationCommandRoutes(Router& router, app::Catalogue& catalogue, app::Simulations& simulations);

}  // namespace fairlead::http
