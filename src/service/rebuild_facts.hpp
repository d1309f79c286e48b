#pragma once

#include <functional>

#include "app/ports/projection.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// Rebuilds the analytics store from the ledger, in this process or through the running service that owns the data
// folder. Reports progress twice a second. Returns when the store contains everything that was in the ledger at the
// start.
Result<app::RebuildProgress> RebuildFacts(const cli::Settings& settings,
                                          const std::function<void(const app::RebuildProgress&)>& on_progress);

}  // namespace fairlead::service
