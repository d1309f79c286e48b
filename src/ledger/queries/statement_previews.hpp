#pragma once

#include <map>
#include <vector>

#include "domain/plans/plan.hpp"
#include "ledger/record/statement_rows.hpp"

namespace fairlead::ledger {

// The statements with which an affiliate's open periods would be closed now, oldest first; each continues the previous
// ones. Includes the periods with sums up to `wanted`, and `wanted` itself even without sums. Writes nothing.
Result<std::vector<app::StatementRecord>> PreviewStatements(Connection& connection, OperatorId owner,
                                                            const commission::Plan& plan, AffiliateId affiliate,
                                                            Period wanted);

}  // namespace fairlead::ledger
