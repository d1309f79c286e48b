#pragma once

#include <vector>

#include "app/ports/signals/signal_store.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The newest versions of a rule, the oldest of them first.
Result<std::vector<app::RuleVersion>> ReadRuleVersions(Connection& connection, OperatorId owner, FraudRuleId rule,
                                                       std::int64_t limit);

}  // namespace fairlead::ledger
