#pragma once

#include <vector>

#include "app/ports/tracking.hpp"
#include "ledger/ingest/ingest_batch.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// The work of one operator in one transaction.
struct OperatorWork {
    OperatorId owner;
    std::vector<const events::SubmittedEvent*> events;
    std::vector<const app::TrackedBatch*> tracked;
    std::vector<const app::JournalledBatches*> journalled;
};

struct OperatorCommitted {
    IngestedBatch ingested;
    std::vector<app::TrackReceipt> tracked;  // One per batch, in order.
};

// Takes the operator's lock and stores the work with its block of facts, in the caller's transaction. After an Error
// the caller rolls back. kNotFound if the operator does not exist.
Result<OperatorCommitted> CommitOperator(Connection& connection, LedgerIndex& index, LockedOperator& locked,
                                         const OperatorWork& work);

}  // namespace fairlead::ledger
