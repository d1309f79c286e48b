#include "ledger/ingest/journal_positions.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kPosition("SELECT last_sequence FROM journal_positions WHERE operator_id = $1 AND journal_id = $2");
constexpr Sql kMovePosition(
    "INSERT INTO journal_positions (operator_id, journal_id, last_sequence, taken_at) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (operator_id, journal_id)"
    " DO UPDATE SET last_sequence = excluded.last_sequence, taken_at = excluded.taken_at");

constexpr Sql kDeleteOldPositions("DELETE FROM journal_positions WHERE operator_id = $1 AND taken_at < $2");
// A copy of a data folder may hand over its journal again within this time.
constexpr std::int64_t kKeptMicros = 2 * 365 * kMicrosPerDay;

}  // namespace

Result<std::int64_t> ReadJournalPosition(Connection& connection, OperatorId owner, JournalId journal) {
    const auto rows = TRY(connection.Query(kPosition, {Value::Of(owner), Value::Of(journal)}));
    return rows.empty() ? 0 : rows.Integer(0);
}

Status StoreJournalPosition(Connection& connection, const OperatorMoment& moment, JournalId journal,
                            std::int64_t last_sequence) {
    return connection.Run(kMovePosition, {Value::Of(moment.owner), Value::Of(journal), Value::Of(last_sequence),
                                          Value::Of(moment.recorded_at)});
}

Status DeleteOldPositions(Connection& connection, const OperatorMoment& moment) {
    return connection.Run(kDeleteOldPositions,
                          {Value::Of(moment.owner), Value::Of(Timestamp{moment.recorded_at.micros - kKeptMicros})});
}

}  // namespace fairlead::ledger
