#pragma once

#include <string>
#include <vector>

#include "app/ports/answers.hpp"
#include "base/id/ids.hpp"
#include "domain/commission/dated_rate.hpp"

namespace fairlead::app {

class CommissionStore;

// Stores exchange rates, each in the place of one of the same day and pair, and prices everything that waited for them,
// in steps between which others get their turn. An Error may hide stored rates. The store must live until `done` is
// called.
void StoreRates(CommissionStore& store, OperatorId owner, std::vector<commission::DatedRate> rates, std::string actor,
                StatusDone done);

// Goes on with pricing that a crash has interrupted, in the background. For whoever starts to serve.
void ResumeResolving(CommissionStore& store);

}  // namespace fairlead::app
