#pragma once

#include <span>
#include <vector>

#include "domain/events/ingest.hpp"
#include "ledger/event_keys.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

struct IngestedBatch {
    std::vector<events::Receipt> receipts;  // One per event, in order.
    std::size_t accepted = 0;
    std::size_t differing = 0;
};

// Takes the operator's lock, loads what the batch touches, decides and writes, inside the caller's transaction. After
// an Error the caller rolls back. kNotFound when there is no such operator.
Result<IngestedBatch> IngestBatch(Session& session, EventKeys& keys, OperatorId owner,
                                  std::span<const events::SubmittedEvent* const> batch);

}  // namespace fairlead::ledger
