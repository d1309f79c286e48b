#pragma once

#include <memory>

#include "domain/plans/plan.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The commission plan of this transaction: the result of all recorded changes. Plans are cached, and a call applies
// only the changes since the cached plan. May be called from any thread.
Result<std::shared_ptr<const commission::Plan>> ReadPlan(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger
