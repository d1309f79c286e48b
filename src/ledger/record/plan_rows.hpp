#pragma once

#include <memory>

#include "domain/commission/plan.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// What pays whom as of this transaction: the sum of all recorded changes. What one call has added up the next one goes
// on from. From any thread.
Result<std::shared_ptr<const commission::Plan>> ReadPlan(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger
