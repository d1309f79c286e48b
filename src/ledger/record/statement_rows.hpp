#pragma once

#include <map>
#include <vector>

#include "app/ports/statement_records.hpp"
#include "ledger/record/adjustment_rows.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Closed statements and what happened to them, in the tables `statements` and `statement_steps`.

struct NewStatement {
    OperatorId owner;
    const statements::Statement* statement = nullptr;
    Timestamp closed_at;
    std::string_view closed_by;
    std::int64_t commit_no = 0;
};
Status InsertStatement(Connection& connection, const NewStatement& row);

// Nothing where no statement with this id was closed.
Result<std::optional<app::StatementRecord>> FindStatement(Connection& connection, OperatorId owner, StatementId id);

// What was closed of an affiliate's period, by currency.
Result<std::vector<app::StatementRecord>> ReadStatementsOf(Connection& connection, OperatorId owner,
                                                           AffiliateId affiliate, Period period);

// What the affiliate's next statements follow.
struct LastStatements {
    std::map<Currency, statements::Statement> by_currency;
    CommitByCurrency commits;
    Bytes32 hash{};  // Of the last one, in whichever currency.
};
Result<LastStatements> ReadLastStatements(Connection& connection, OperatorId owner, AffiliateId affiliate);

// The step's record and audit entry, inside the caller's transaction. kNotFound where no statement with this id was
// closed, kConflict where it does not stand so that the step could follow.
Result<app::StatementRecord> StepStatement(Connection& connection, const app::StatementStepRequest& request);

}  // namespace fairlead::ledger
