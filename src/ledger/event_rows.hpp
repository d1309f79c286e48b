#pragma once

#include <span>

#include "domain/events/ingest.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

// How an event lies in the table `events`, both ways.

struct EventRow {
    std::int64_t seq = 0;
    EventId id;
    PlayerId player;
    const events::Event* event = nullptr;
};

Status InsertEvents(Session& session, OperatorId owner, Timestamp recorded_at, std::span<const EventRow> rows);

// The events with these sequence numbers; each must exist.
Result<std::vector<events::StoredEvent>> ReadEvents(Session& session, OperatorId owner,
                                                    std::span<const std::int64_t> seqs);

}  // namespace fairlead::ledger
