#pragma once

#include "app/ports/statement_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// What the management API reads of statements, closed or still open. A call looks at a bounded number of affiliates:
// those that follow are left to the next page.
Result<app::StatementPage> ReadStatementPage(Connection& connection, const app::StatementQuery& query);

// kNotFound when there is no such statement: neither was one closed, nor would one be.
Result<app::StatementRecord> ReadStatement(Connection& connection, OperatorId owner, StatementId id);

}  // namespace fairlead::ledger
