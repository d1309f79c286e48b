#pragma once

#include <expected>
#include <memory>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/errors.hpp"
#include "app/commission/simulate_deal.hpp"

namespace fairlead::http {

// Reads the body of POST /deals/simulate. The errors have pointers into it.
std::expected<app::SimulationRequest, app::Errors> ReadSimulationBody(const app::OperatorEntry& owner,
                                                                      const boost::json::object& body);

struct SimulationCommand {
    std::shared_ptr<const app::OperatorEntry> owner;
    app::SimulationRequest request;
};

// Reads what `fairlead simulate` sends: `operator`, which may be empty if there is only one, and `request`, the body
// above.
std::expected<SimulationCommand, app::Errors> ReadSimulationCommand(const app::CatalogueSnapshot& catalogue,
                                                                    const boost::json::object& command);

}  // namespace fairlead::http
