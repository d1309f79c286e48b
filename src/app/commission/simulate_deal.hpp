#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "app/ports/commission_queries.hpp"
#include "domain/simulation/comparison.hpp"

namespace fairlead::app {

struct SimulationRequest {
    OperatorId owner;
    simulation::Selection selection;
    commission::Deal deal;
};

// Gets the number of commits done and in all. Stops the work by returning false.
using SimulationProgress = std::function<bool(std::int64_t, std::int64_t)>;

// Replays the record twice, as it is and with the deal, and compares. Stopped: kConflict. Takes long: not for a thread
// that others wait for.
Result<simulation::Comparison> SimulateDeal(CommissionQueries& queries, const SimulationRequest& request,
                                            const SimulationProgress& progress);

// The same up to an earlier end of the record, so that the results belong together: the comparison, and what explains
// the players under the simulated terms, which takes one more replay.
Result<HistoryEnd> FindHistoryEnd(CommissionQueries& queries, OperatorId owner);
Result<simulation::Comparison> CompareTerms(CommissionQueries& queries, const SimulationRequest& request,
                                            const HistoryEnd& end, const SimulationProgress& progress);
Result<simulation::ExplainedPlayers> ExplainSimulated(CommissionQueries& queries, const SimulationRequest& request,
                                                      const HistoryEnd& end, std::span<const PlayerId> players,
                                                      const SimulationProgress& progress);

}  // namespace fairlead::app
