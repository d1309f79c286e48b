#pragma once

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/commission/simulations.hpp"

namespace fairlead::http {

// The progress of a simulation and, when it is done, its result.
boost::json::object EncodeSimulation(const app::SimulationState& state, const app::OperatorEntry& owner);

}  // namespace fairlead::http
