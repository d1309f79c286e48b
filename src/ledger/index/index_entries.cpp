#include "ledger/index/index_entries.hpp"

#include "domain/tracking/terms.hpp"
#include "ledger/record/accrual_rows.hpp"
#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kOperatorEnds(
    "SELECT operator_id, last_seq, last_recorded_at, last_accrual FROM operators ORDER BY operator_id");
constexpr Sql kEventsAfter(
    "SELECT seq, idempotency_key, player_id FROM events WHERE operator_id = $1 AND seq > $2 ORDER BY seq LIMIT $3");
constexpr ComposedSql kAccrualsAfter(
    "SELECT " + kAccrualColumns +
    ", e.player_id AS event_player FROM accruals a LEFT JOIN events e ON e.operator_id = a.operator_id"
    " AND e.seq = a.event_seq WHERE a.operator_id = $1 AND a.number > $2"
    " ORDER BY a.number LIMIT $3");

constexpr std::int64_t kIndexedEventsAtOnce = 5'000;
constexpr std::int64_t kIndexedBlocksAtOnce = 200;

Status FillEvents(Connection& connection, LedgerIndex& index, const IndexProgress& progress) {
    for (std::int64_t reached = 0; reached < progress.last_seq;) {
        const auto events = TRY(ReadIndexedEvents(connection, progress.owner, reached, kIndexedEventsAtOnce));
        reached = events.back().seq;
        TRY(index.AddEvents(connection, progress.owner, events));
    }
    return {};
}

Status FillClicks(Connection& connection, LedgerIndex& index, const IndexProgress& progress) {
    Timestamp reached;
    while (true) {
        const auto blocks = TRY(ReadBlocksAfter(connection, progress.owner, reached, kIndexedBlocksAtOnce));
        if (blocks.empty()) return {};
        for (const StoredBlock& block : blocks) {
            const auto postings = PostingsOfBlock(progress.owner, block);
            TRY(index.AddClicks(connection, progress.owner, block.recorded_at, postings));
        }
        reached = blocks.back().recorded_at;
    }
}

Status FillAccruals(Connection& connection, LedgerIndex& index, const IndexProgress& progress) {
    for (std::int64_t reached = 0; reached < progress.last_accrual;) {
        const auto accruals = TRY(ReadIndexedAccruals(connection, progress.owner, reached, kIndexedEventsAtOnce));
        reached = accruals.last;
        TRY(index.AddAccruals(connection, progress.owner, reached, accruals.postings));
    }
    return {};
}

}  // namespace

Result<std::vector<IndexProgress>> ReadIndexProgress(Connection& connection) {
    const auto rows = TRY(connection.Query(kOperatorEnds, {}));
    std::vector<IndexProgress> progress;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        progress.push_back({rows.Identifier<OperatorId>(i, kOperatorEnds["operator_id"]),
                            rows.Integer(i, kOperatorEnds["last_seq"]), rows.Time(i, kOperatorEnds["last_recorded_at"]),
                            rows.Integer(i, kOperatorEnds["last_accrual"])});
    }
    return progress;
}

Result<std::vector<IndexedEvent>> ReadIndexedEvents(Connection& connection, OperatorId owner, std::int64_t after,
                                                    std::int64_t limit) {
    const auto rows = TRY(connection.Query(kEventsAfter, {Value::Of(owner), Value::Of(after), Value::Of(limit)}));
    if (rows.empty()) return Fail(ErrorCode::kLedgerFailed, "the ledger's events end before their last number");
    std::vector<IndexedEvent> events;
    events.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        events.push_back({events::DigestKey(owner, rows.Text(i, kEventsAfter["idempotency_key"])),
                          rows.Integer(i, kEventsAfter["seq"]),
                          rows.Identifier<PlayerId>(i, kEventsAfter["player_id"])});
    }
    return events;
}

Result<IndexedAccruals> ReadIndexedAccruals(Connection& connection, OperatorId owner, std::int64_t after,
                                            std::int64_t limit) {
    const auto rows = TRY(connection.Query(kAccrualsAfter, {Value::Of(owner), Value::Of(after), Value::Of(limit)}));
    if (rows.empty()) return Fail(ErrorCode::kLedgerFailed, "the ledger's accruals end before their last number");
    IndexedAccruals found;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto accrual = ReadAccrualColumns(rows, i).accrual;
        const bool of_event = rows.IsNull(i, kAccrualsAfter["event_player"]) ||
                              accrual.player == rows.Identifier<PlayerId>(i, kAccrualsAfter["event_player"]);
        AddPostingsOf(owner, accrual, !of_event, found.postings);
        found.last = accrual.number;
    }
    return found;
}

Status FillIndex(Connection& connection, LedgerIndex& index) {
    const auto operators = TRY(ReadIndexProgress(connection));
    for (const IndexProgress& progress : operators) {
        TRY(FillEvents(connection, index, progress));
        TRY(FillClicks(connection, index, progress));
        TRY(FillAccruals(connection, index, progress));
    }
    return {};
}

}  // namespace fairlead::ledger
