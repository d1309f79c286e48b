#include "ledger/repair/clock_repair_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kSelectRepairs(
    "SELECT first_at, last_at, ahead_micros, commit_no FROM clock_repairs WHERE operator_id = $1 ORDER BY first_at");
constexpr ComposedSql kInsertRepair(InsertInto("clock_repairs",
                                               SqlText("operator_id, first_at, last_at, ahead_micros, commit_no")));

}  // namespace

Result<std::vector<ClockRepair>> ReadClockRepairs(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kSelectRepairs, {Value::Of(owner)}));
    std::vector<ClockRepair> repairs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        repairs.push_back({rows.Time(i, kSelectRepairs["first_at"]), rows.Time(i, kSelectRepairs["last_at"]),
                           rows.Integer(i, kSelectRepairs["ahead_micros"]),
                           rows.Integer(i, kSelectRepairs["commit_no"])});
    }
    return repairs;
}

Status InsertClockRepair(Connection& connection, OperatorId owner, const ClockRepair& repair) {
    return connection.Run(kInsertRepair, {Value::Of(owner), Value::Of(repair.first_at), Value::Of(repair.last_at),
                                          Value::Of(repair.ahead_micros), Value::Of(repair.commit_no)});
}

}  // namespace fairlead::ledger
