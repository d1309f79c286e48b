#include "ledger/commission/plan_rows.hpp"

#include <limits>

#include "ledger/commission/change_rows.hpp"

namespace fairlead::ledger {

Result<std::shared_ptr<const commission::Plan>> ReadPlan(Session& session, OperatorId owner) {
    const auto rows = ReadChanges(session, owner, 0, std::numeric_limits<std::int64_t>::max());
    if (!rows) return std::unexpected(rows.error());
    auto plan = std::make_shared<commission::Plan>();
    for (const ChangeRow& row : *rows) {
        const auto change = DecodeChange(row);
        if (!change) return std::unexpected(change.error());
        plan->Apply(*change);
    }
    return plan;
}

}  // namespace fairlead::ledger
