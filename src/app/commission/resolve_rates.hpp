#pragma once

#include <string>
#include <vector>

#include "app/ports/commission_store.hpp"
#include "base/id/ids.hpp"

namespace fairlead::app {

// Stores exchange rates and prices all accruals that waited for them, in steps. A rate replaces the rate of the same
// day and pair. Other transactions run between the steps. An Error may hide stored rates. The store must live until
// `done` is called.
void StoreRates(CommissionStore& store, RatesRequest request, StatusDone done);

// Continues pricing that a crash has interrupted, in the background. Called at start-up.
void ResumeResolving(CommissionStore& store);

}  // namespace fairlead::app
