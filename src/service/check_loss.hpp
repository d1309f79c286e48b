#pragma once

#include "app/ports/facts.hpp"
#include "app/ports/ledger.hpp"
#include "cli/settings.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::service {

// Fails if the analytics store has facts of commits that the ledger lacks, unless the loss is accepted. The projector
// then rebuilds the facts of these operators. If the store cannot be read, nothing is compared: recording does not
// depend on it.
Status CheckForLoss(const cli::Settings& settings, app::Ledger& ledger, app::FactStore& facts,
                    telemetry::Metrics& metrics);

}  // namespace fairlead::service
