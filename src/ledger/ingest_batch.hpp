#pragma once

#include <span>
#include <vector>

#include "domain/events/ingest.hpp"
#include "ledger/ledger_index.hpp"
#include "ledger/operator_moment.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

struct IngestedBatch {
    std::vector<events::Receipt> receipts;  // One per event, in order.
    std::size_t accepted = 0;
    std::size_t differing = 0;
};

// Loads what the batch touches, decides and writes, inside a transaction that holds the operator's lock; what reports
// will show goes into `facts`. After an Error the caller rolls back.
Result<IngestedBatch> IngestBatch(Session& session, LedgerIndex& index, const OperatorMoment& moment,
                                  std::span<const events::SubmittedEvent* const> batch, facts::FactBlock& facts);

}  // namespace fairlead::ledger
