#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class Catalogue;
class RecordQueries;
class Simulations;
}  // namespace fairlead::app

namespace fairlead::http {

struct SimulationDependencies {
    app::Simulations& simulations;
    app::RecordQueries& records;
};

// POST /deals/simulate, GET and DELETE /deals/simulate/{id}, and GET /deals/simulate/{id}/players/{playerId}.
void AddSimulationRoutes(Router& router, const CallerSources& callers, const SimulationDependencies& dependencies);

// /control/simulations…, on the local socket: what `fairlead simulate` asks of a running server.
void AddSimulationCommandRoutes(Router& router, app::Catalogue& catalogue, app::Simulations& simulations);

}  // namespace fairlead::http
