#pragma once

#include <map>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/commission/simulations.hpp"

namespace fairlead::http {

// The operator's references of players.
using PlayerRefs = std::map<PlayerId, std::string>;

// The players whose references an explained player needs: itself, and others whose events have re-rated it.
std::vector<PlayerId> PlayersNamedBy(const app::PlayersExplained& explained, PlayerId player);

// What a player earned under the simulated terms, as data and as sentences, and what the terms have not paid for it.
// While the replay for it is running, returns only the progress. The player must be in the result of the simulation.
boost::json::object EncodeSimulatedPlayer(const app::PlayersExplained& explained, PlayerId player,
                                          const PlayerRefs& refs, const app::OperatorEntry& owner);

}  // namespace fairlead::http
