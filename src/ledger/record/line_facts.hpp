#pragma once

#include <span>

#include "app/ports/commission_queries.hpp"
#include "domain/plans/plan.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Adds to the lines of an operator's statements the facts that are not stored with them: the number of players of a
// CPA line, and the final rate of a ladder with tier mode `whole`.
Status AddLineFacts(Connection& connection, OperatorId owner, const commission::Plan& plan,
                    std::span<app::StatementRecord> records);

// Does the same, and reads the plan itself.
Status AddLineFacts(Connection& connection, OperatorId owner, std::span<app::StatementRecord> records);

}  // namespace fairlead::ledger
