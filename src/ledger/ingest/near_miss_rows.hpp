#pragma once

#include <span>

#include "domain/ingest/ingest.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// Counts the nearly right member names of the accepted events, for GET /health.
Status StoreNearMisses(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
                       std::span<const events::AcceptedEvent> accepted);

}  // namespace fairlead::ledger
