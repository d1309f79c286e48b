#pragma once

#include <span>

#include "domain/ingest/ingest.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Reads and writes the table `events`.

struct EventRow {
    std::int64_t seq = 0;
    EventId id;
    PlayerId player;
    const events::Event* event = nullptr;
    std::optional<Decimal> ngr_delta;  // The change of NGR by an ngr_update, if it is not its amount.
};

Status InsertEvents(Connection& connection, OperatorId owner, Timestamp recorded_at, std::span<const EventRow> rows);

struct ReadEventRow {
    std::int64_t seq = 0;
    Timestamp recorded_at;
    PlayerId player;
    events::StoredEvent stored;
    std::optional<Decimal> ngr_delta;
};

// The events with these sequence numbers, in order, without those that do not exist.
Result<std::vector<ReadEventRow>> ReadEvents(Connection& connection, OperatorId owner,
                                             std::span<const std::int64_t> seqs);

// A sum, which may be larger than any single amount.
Decimal ReadStoredDecimal(const ResultRows& rows, std::size_t row, Column column);
// An amount in its currency; nothing if the amount is NULL.
std::optional<Money> ReadMoney(const ResultRows& rows, std::size_t row, Column amount, Column currency);

// A query of events must select these columns first, from `events e` joined with `players p`, for ReadEventColumns.
inline constexpr SqlText kEventTableColumns(
    "seq, event_id, event_type, event_time, recorded_at, brand_id, player_id, idempotency_key, amount, currency,"
    " click_id, country, product, game, user_agent, ip_hash, unknown_members, ngr_delta");
inline constexpr auto kEventColumns = Qualified("e", kEventTableColumns) + ", p.external_ref";
ReadEventRow ReadEventColumns(const ResultRows& rows, std::size_t row);

}  // namespace fairlead::ledger
