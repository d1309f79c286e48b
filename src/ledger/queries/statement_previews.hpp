#pragma once

#include <map>
#include <vector>

#include "domain/commission/plan.hpp"
#include "ledger/record/statement_rows.hpp"

namespace fairlead::ledger {

// What an affiliate's open months would be closed with now, the earliest first: each follows those before it. These are
// the months that have sums, up to and with `wanted`, which is among them whether it has any or not. Nothing is
// written.
Result<std::vector<app::StatementRecord>> PreviewStatements(Connection& connection, OperatorId owner,
                                                            const commission::Plan& plan, AffiliateId affiliate,
                                                            Period wanted);

}  // namespace fairlead::ledger
