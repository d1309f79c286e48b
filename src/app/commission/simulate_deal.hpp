#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "app/ports/commission_queries.hpp"
#include "domain/simulation/comparison.hpp"

namespace fairlead::app {

struct SimulationRequest {
    OperatorId owner;
    simulation::Selection selection;
    commission::Deal deal;
    std::string actor;  // Who asked for it. Empty if the command line did.
};

// Called with the number of commits that are done and the number of all commits. Returns false to stop the work.
using SimulationProgress = std::function<bool(std::int64_t, std::int64_t)>;

// Replays the record twice, as it is and with the deal, and compares. kConflict if `progress` stops it. Takes long: do
// not call it on a thread that others wait for.
Result<simulation::Comparison> SimulateDeal(CommissionQueries& queries, const SimulationRequest& request,
                                            const SimulationProgress& progress);

// The steps of SimulateDeal: find the end of the record, and compare. ExplainSimulated explains players under the
// simulated terms, which takes one more replay. Both replay the record up to the same end, so that their results belong
// together.
Result<HistoryEnd> FindHistoryEnd(CommissionQueries& queries, OperatorId owner);
Result<simulation::Comparison> CompareTerms(CommissionQueries& queries, const SimulationRequest& request,
                                            const HistoryEnd& end, const SimulationProgress& progress);
Result<simulation::ExplainedPlayers> ExplainSimulated(CommissionQueries& queries, const SimulationRequest& request,
                                                      const HistoryEnd& end, std::span<const PlayerId> players,
                                                      const SimulationProgress& progress);

}  // namespace fairlead::app
