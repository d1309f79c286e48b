#include "ledger/record/click_batch_rows.hpp"

namespace fairlead::ledger {
namespace {

// Two batches of a block may have the same time.
constexpr Sql kInsertBatch(
    "INSERT INTO click_batches (operator_id, batch_time, recorded_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING");
constexpr Sql kDeleteBatch("DELETE FROM click_batches WHERE operator_id = $1 AND batch_time = $2 AND recorded_at = $3");
constexpr SqlText kBatchColumns("batch_time, recorded_at");
constexpr auto kSelectBatches = "SELECT " + kBatchColumns + " FROM click_batches WHERE operator_id = $1";
// A visit is not later than its block. Later times are only in ids.
constexpr ComposedSql kBatchesBefore(
    kSelectBatches +
    " AND batch_time < $2 AND batch_time <= recorded_at ORDER BY batch_time DESC, recorded_at DESC LIMIT $3");
constexpr ComposedSql kBatchesOfBlocks(kSelectBatches +
                                       " AND recorded_at > $2 AND recorded_at <= $3 ORDER BY recorded_at, batch_time");
constexpr Sql kBatchTimes(
    "SELECT min(batch_time) AS earliest, max(batch_time) AS latest FROM click_batches"
    " WHERE operator_id = $1 AND recorded_at >= $2 AND recorded_at <= $3");

std::vector<ClickBatchRow> ReadBatchRows(const ResultRows& rows) {
    std::vector<ClickBatchRow> batches;
    batches.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        batches.push_back({rows.Time(i, kBatchColumns["batch_time"]), rows.Time(i, kBatchColumns["recorded_at"])});
    }
    return batches;
}

}  // namespace

Status InsertClickBatches(Connection& connection, OperatorId owner, Timestamp recorded_at,
                          std::span<const Timestamp> batch_times) {
    if (batch_times.empty()) return {};
    ParameterRows rows(3);
    rows.Reserve(batch_times.size());
    for (const Timestamp time : batch_times) rows.Add({Value::Of(owner), Value::Of(time), Value::Of(recorded_at)});
    return connection.RunEach(kInsertBatch, rows);
}

Status DeleteClickBatches(Connection& connection, OperatorId owner, std::span<const ClickBatchRow> batches) {
    if (batches.empty()) return {};
    ParameterRows rows(3);
    rows.Reserve(batches.size());
    for (const auto& [time, recorded_at] : batches) {
        rows.Add({Value::Of(owner), Value::Of(time), Value::Of(recorded_at)});
    }
    return connection.RunEach(kDeleteBatch, rows);
}

Result<std::vector<ClickBatchRow>> ReadClickBatchesBefore(Connection& connection, OperatorId owner, Timestamp before,
                                                          std::int64_t limit) {
    const auto rows = TRY(connection.Query(kBatchesBefore, {Value::Of(owner), Value::Of(before), Value::Of(limit)}));
    return ReadBatchRows(rows);
}

Result<std::vector<ClickBatchRow>> ReadClickBatchesOfBlocks(Connection& connection, OperatorId owner, Timestamp after,
                                                            Timestamp last) {
    const auto rows = TRY(connection.Query(kBatchesOfBlocks, {Value::Of(owner), Value::Of(after), Value::Of(last)}));
    return ReadBatchRows(rows);
}

Result<std::optional<BatchTimes>> ReadBatchTimes(Connection& connection, OperatorId owner, Timestamp first,
                                                 Timestamp last) {
    const auto rows = TRY(connection.Query(kBatchTimes, {Value::Of(owner), Value::Of(first), Value::Of(last)}));
    if (rows.empty() || rows.IsNull(0, kBatchTimes["earliest"])) return std::nullopt;
    return BatchTimes{rows.Time(0, kBatchTimes["earliest"]), rows.Time(0, kBatchTimes["latest"])};
}

}  // namespace fairlead::ledger
