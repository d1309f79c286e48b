#include "ledger/queries/chain_heads.hpp"

#include "ledger/record/operator_moment.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kChainHead(
    "SELECT c.commit_no, c.hash, c.recorded_at FROM operators o JOIN commits c ON c.operator_id = o.operator_id"
    " AND c.commit_no = o.last_commit WHERE o.operator_id = $1");

}  // namespace

Result<app::ChainHead> ReadChainHead(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kChainHead, {Value::Of(owner)}));
    if (rows.empty()) return app::ChainHead{.owner = owner};
    return app::ChainHead{owner, rows.Integer(0, kChainHead["commit_no"]), HashOf(rows.Text(0, kChainHead["hash"])),
                          rows.Time(0, kChainHead["recorded_at"])};
}

}  // namespace fairlead::ledger
