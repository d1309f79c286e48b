#pragma once

#include "app/ports/statement_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// A page of closed and open statements for the management API. A call reads a bounded number of affiliates; the next
// page continues with the others.
Result<app::StatementPage> ReadStatementPage(Connection& connection, const app::StatementQuery& query);

// kNotFound if no closed statement and no preview of an open period has this id.
Result<app::StatementRecord> ReadStatement(Connection& connection, OperatorId owner, StatementId id);

// The newest closed statements of some periods.
Result<std::vector<statements::Statement>> ReadStatementsOfPeriods(Connection& connection,
                                                                   const app::StatementHistoryQuery& query);

// The closed statements that match, by indexes.
Result<app::FoundStatements> FindClosedStatements(Connection& connection, const app::StatementSearch& search);

}  // namespace fairlead::ledger
