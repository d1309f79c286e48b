#pragma once

#include <ostream>

#include <boost/json.hpp>

namespace fairlead::cli {

// Prints a result of POST /deals/simulate as tables: by month, by affiliate, and the players that differ most.
void PrintSimulation(const boost::json::object& simulation, std::ostream& out);

}  // namespace fairlead::cli
