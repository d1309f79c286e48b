#pragma once

#include <string>
#include <vector>

#include "app/ports/answers.hpp"
#include "base/id/ids.hpp"
#include "domain/commission/dated_rate.hpp"

namespace fairlead::app {

class CommissionStore;

// Stores exchange rates, each of which replaces the rate of the same day and pair, and prices all accruals that waited
// for them, in steps. Other transactions run between the steps. An Error may hide stored rates. The store must live
// until `done` is called.
void StoreRates(CommissionStore& store, OperatorId owner, std::vector<commission::DatedRate> rates, std::string actor,
                StatusDone done);

// Continues pricing that a crash has interrupted, in the background. Called at start-up.
void ResumeResolving(CommissionStore& store);

}  // namespace fairlead::app
