#pragma once

#include <span>

#include "domain/ingest/ingest.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// Counts the new registrations of a batch by brand and by the proof of their attribution, for GET /health.
Status CountAttributions(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
                         const events::IngestOutcome& outcome);

}  // namespace fairlead::ledger
