#pragma once

#include <span>

#include "domain/ingest/ingest.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// How an event lies in the table `events`, both ways.

struct EventRow {
    std::int64_t seq = 0;
    EventId id;
    PlayerId player;
    const events::Event* event = nullptr;
    std::optional<Decimal> ngr_delta;  // What an ngr_update adds, where that is not its amount.
};

Status InsertEvents(Connection& connection, OperatorId owner, Timestamp recorded_at, std::span<const EventRow> rows);

struct ReadEventRow {
    std::int64_t seq = 0;
    Timestamp recorded_at;
    PlayerId player;
    events::StoredEvent stored;
    std::optional<Decimal> ngr_delta;
};

// The events with these sequence numbers, in order; one that does not exist is left out.
Result<std::vector<ReadEventRow>> ReadEvents(Connection& connection, OperatorId owner,
                                             std::span<const std::int64_t> seqs);

// A sum, which may be larger than any single amount.
Decimal ReadStoredDecimal(const ResultRows& rows, std::size_t row, std::size_t column);
// An amount and, in the column behind it, its currency; nothing where there is none.
std::optional<Money> ReadMoney(const ResultRows& rows, std::size_t row, std::size_t amount_column);

// What a query of events must select, from `events e` joined with `players p`, for ReadEventColumns.
#define FAIRLEAD_EVENT_COLUMNS                                                                                     \
    "e.event_id, e.event_type, e.event_time, e.brand_id, p.external_ref, e.idempotency_key, e.amount, e.currency," \
    " e.click_id, e.country, e.product, e.game, e.user_agent, e.ip_hash, e.unknown_members, e.seq, e.recorded_at," \
    " e.player_id, e.ngr_delta"
inline constexpr std::size_t kEventColumns = 19;
ReadEventRow ReadEventColumns(const ResultRows& rows, std::size_t row);

}  // namespace fairlead::ledger
