#pragma once

#include <span>
#include <vector>

#include "domain/ingest/ingest.hpp"
#include "ledger/transaction/commission_writer.hpp"

namespace fairlead::ledger {

struct IngestedBatch {
    std::vector<events::Receipt> receipts;  // One per event, in order.
    std::size_t accepted = 0;
    std::size_t duplicates = 0;
    std::size_t differing = 0;
};

// Loads the data of the batch, decides, computes commission and writes, in a transaction that holds the operator's
// lock. After an Error the caller rolls back. `ids` makes the ids of new events and players.
Result<IngestedBatch> IngestBatch(OperatorTransaction& transaction,
                                  std::span<const events::SubmittedEvent* const> batch,
                                  const events::IdSource& ids = {EventId::New, PlayerId::New});

}  // namespace fairlead::ledger
