#include "ledger/migrations/first_release.hpp"

#include "ledger/index/index_entries.hpp"
#include "ledger/ingest/ingest_batch.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/transactions.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

// The two tables remain, empty, at the end, because another node may still read them.
constexpr const char* kSetAside =
    "CREATE TABLE first_release_events AS SELECT * FROM events;"
    "ALTER TABLE first_release_events ADD COLUMN ngr_delta {decimal};"
    "CREATE UNIQUE INDEX first_release_events_by_seq ON first_release_events (operator_id, seq);"
    "CREATE TABLE first_release_players AS SELECT * FROM players;"
    "CREATE UNIQUE INDEX first_release_players_by_id ON first_release_players (operator_id, player_id);"
    "DELETE FROM events; DELETE FROM players; DELETE FROM anomalies; DELETE FROM feeds;"
    "UPDATE operators SET last_seq = 0;";
constexpr const char* kForgetKeys = "DELETE FROM event_keys;";

constexpr Sql kOperatorCount("SELECT count(*) FROM operators");
constexpr Sql kNote("INSERT INTO settings (name, value) VALUES ('first_release', $1)");
constexpr Sql kWaits("SELECT count(*) FROM settings WHERE name = 'first_release'");
constexpr ComposedSql kNext("SELECT " + kEventColumns +
                            " FROM first_release_events e JOIN first_release_players p ON p.operator_id = e.operator_id"
                            " AND p.player_id = e.player_id WHERE e.operator_id = $1 ORDER BY e.seq LIMIT $2");
constexpr Sql kTaken("DELETE FROM first_release_events WHERE operator_id = $1 AND seq <= $2");
constexpr const char* kDone = "DELETE FROM first_release_players; DELETE FROM settings WHERE name = 'first_release'";

constexpr std::int64_t kMovedEventsAtOnce = 500;

using OldEvents = std::vector<ReadEventRow>;

// The next events that were recorded in one commit.
Result<OldEvents> ReadNext(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kNext, {Value::Of(owner), Value::Of(kMovedEventsAtOnce)}));
    OldEvents events;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ReadEventRow row = ReadEventColumns(rows, i);
        if (!events.empty() && row.recorded_at != events.front().recorded_at) break;
        events.push_back(std::move(row));
    }
    return events;
}

Status Ingest(OperatorTransaction& transaction, OldEvents& old) {
    const OperatorId owner = transaction.moment.owner;
    if (old.front().seq != transaction.moment.last_seq + 1) {
        return Fail(ErrorCode::kLedgerFailed,
                    "events of the first release are missing before number " + std::to_string(old.front().seq));
    }
    std::vector<events::SubmittedEvent> submitted;
    for (ReadEventRow& row : old) {
        const auto digest = events::DigestKey(owner, row.stored.event.idempotency_key);
        submitted.push_back({std::move(row.stored.event), digest});
    }
    std::vector<const events::SubmittedEvent*> batch;
    for (const auto& event : submitted) batch.push_back(&event);
    // Every event is new, so ids are requested in order: for the first event of a player, the player's id comes first.
    std::size_t at = 0;
    const events::IdSource ids{[&] { return old[at++].stored.id; }, [&] { return old[at].player; }};
    const std::int64_t last = old.back().seq;
    TRY(IngestBatch(transaction, batch, ids));
    return transaction.connection.Run(kTaken, {Value::Of(owner), Value::Of(last)});
}

// Ingests one old commit and returns its number of events.
Result<std::size_t> TakeInNext(Connection& connection, LedgerIndex& index, OperatorCaches& caches, OperatorId owner) {
    LockedOperator locked(caches, owner);
    auto result = InIndexedTransaction(connection, index, [&](Connection& open) -> Result<std::size_t> {
        // Reads under the lock, because another node may do the same.
        TRY(LockOperator(open, owner));
        auto events = TRY(ReadNext(open, owner));
        if (events.empty()) return 0;
        const std::size_t count = events.size();
        TRY(InOrder([&] { return locked.Begin(open, index, events.front().recorded_at); },
                    [&] { return Ingest(locked.transaction(), events); }, [&] { return locked.Finish(); }));
        return count;
    });
    if (result && *result > 0) locked.Keep();
    return result;
}

}  // namespace

Status SetFirstReleaseAside(Connection& connection, MigrationTarget target) {
    const auto operators = TRY(connection.Query(kOperatorCount, {}));
    if (operators.Integer(0) == 0) return {};
    TRY(connection.RunScript(kSetAside));
    if (target == MigrationTarget::kPostgres) {
        TRY(connection.RunScript(kForgetKeys));
    }
    const Bytes16 note{};
    return connection.Run(kNote, {Value::Of(std::span(note))});
}

Result<bool> FirstReleaseWaits(Connection& connection) {
    const auto waits = TRY(connection.Query(kWaits, {}));
    return waits.Integer(0) > 0;
}

Status TakeInFirstRelease(Connection& connection, LedgerIndex& index) {
    const auto waits = TRY(FirstReleaseWaits(connection));
    if (!waits) return {};
    telemetry::LogInfo("the events of the first release are being upgraded");
    const auto operators = TRY(ReadIndexProgress(connection));
    OperatorCaches caches;
    for (const IndexProgress& each : operators) {
        while (true) {
            const auto taken = TRY(TakeInNext(connection, index, caches, each.owner));
            if (taken == 0) break;
        }
    }
    return InTransaction(connection, [](Connection& open) { return open.RunScript(kDone); });
}

}  // namespace fairlead::ledger
