#include "ledger/commission/reversal_rows.hpp"

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kReversalColumns("accrual, reversal, reason, actor");
constexpr auto kInsertedReversalColumns = "operator_id, " + kReversalColumns + ", made_at";
constexpr ComposedSql kInsertReversal(InsertInto("accrual_reversals", kInsertedReversalColumns));
constexpr ComposedSql kFindReversal("SELECT " + kReversalColumns +
                                    " FROM accrual_reversals WHERE operator_id = $1 AND accrual = $2");
constexpr ComposedSql kAllReversals("SELECT " + kReversalColumns +
                                    " FROM accrual_reversals WHERE operator_id = $1 ORDER BY accrual");

ReversalRow ReadReversal(const ResultRows& rows, std::size_t row) {
    return {rows.Integer(row, kReversalColumns["accrual"]), rows.Integer(row, kReversalColumns["reversal"]),
            rows.String(row, kReversalColumns["reason"]), rows.String(row, kReversalColumns["actor"])};
}

}  // namespace

Status InsertReversal(Connection& connection, OperatorId owner, const ReversalRow& row, Timestamp made_at) {
    return connection.Run(kInsertReversal, {Value::Of(owner), Value::Of(row.accrual), Value::Of(row.reversal),
                                            Text(row.reason), Text(row.actor), Value::Of(made_at)});
}

Result<std::optional<ReversalRow>> FindReversal(Connection& connection, OperatorId owner, std::int64_t accrual) {
    const auto rows = TRY(connection.Query(kFindReversal, {Value::Of(owner), Value::Of(accrual)}));
    return rows.empty() ? std::nullopt : std::optional(ReadReversal(rows, 0));
}

Result<std::vector<ReversalRow>> ReadReversals(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kAllReversals, {Value::Of(owner)}));
    std::vector<ReversalRow> reversals;
    for (std::size_t i = 0; i < rows.size(); ++i) reversals.push_back(ReadReversal(rows, i));
    return reversals;
}

}  // namespace fairlead::ledger
