#include "ledger/queries/last_times.hpp"

#include <algorithm>

namespace fairlead::ledger {
namespace {

constexpr Sql kLastBlock("SELECT coalesce(max(last_recorded_at), 0) FROM operators");
// A commit without facts has no block.
constexpr Sql kLastCommit(
    "SELECT coalesce(max(c.recorded_at), 0) FROM operators o JOIN commits c"
    " ON c.operator_id = o.operator_id AND c.commit_no = o.last_commit");
constexpr Sql kLastProbe("SELECT coalesce(max(at), 0) FROM probes");

Result<Timestamp> ReadTime(Connection& connection, const Sql& sql) {
    const auto rows = TRY(connection.Query(sql, {}));
    return Timestamp{rows.Integer(0)};
}

}  // namespace

Result<app::LastTimes> ReadLastTimes(Connection& connection) {
    const Timestamp block = TRY(ReadTime(connection, kLastBlock));
    const Timestamp commit = TRY(ReadTime(connection, kLastCommit));
    const Timestamp probe = TRY(ReadTime(connection, kLastProbe));
    return app::LastTimes{.commit = block, .write = std::max({block, commit, probe})};
}

}  // namespace fairlead::ledger
