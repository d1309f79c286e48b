#pragma once

#include <span>

#include "app/ports/commission_queries.hpp"
#include "domain/commission/plan.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Adds to statements of one operator what their lines do not say themselves: how many players the accruals of a CPA are
// of, and the rate at which a ladder of the whole month ended.
Status AddLineFacts(Connection& connection, OperatorId owner, const commission::Plan& plan,
                    std::span<app::StatementRecord> records);

// The same where no plan is at hand.
Status AddLineFacts(Connection& connection, OperatorId owner, std::span<app::StatementRecord> records);

}  // namespace fairlead::ledger
