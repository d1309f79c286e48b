#pragma once

#include <map>
#include <vector>

#include "app/ports/statement_records.hpp"
#include "ledger/record/adjustment_rows.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Closed statements and their steps, in the tables `statements` and `statement_steps`.

struct NewStatement {
    OperatorId owner;
    const statements::Statement* statement = nullptr;
    Timestamp closed_at;
    std::string_view closed_by;
    std::int64_t commit_no = 0;
};
Status InsertStatement(Connection& connection, const NewStatement& row);

// Nothing if no closed statement has this id.
Result<std::optional<app::StatementRecord>> FindStatement(Connection& connection, OperatorId owner, StatementId id);

// The closed statements of an affiliate and period, ordered by currency.
Result<std::vector<app::StatementRecord>> ReadStatementsOf(Connection& connection, OperatorId owner,
                                                           AffiliateId affiliate, Period period);

// The last closed statements of an affiliate, which its next statements follow.
struct LastStatements {
    std::map<Currency, statements::Statement> by_currency;
    CommitByCurrency commits;
    Bytes32 hash{};  // The hash of the last statement in any currency.
};
Result<LastStatements> ReadLastStatements(Connection& connection, OperatorId owner, AffiliateId affiliate);

// Stores and seals the step and its audit entry in the caller's transaction. kNotFound if no closed statement has this
// id, kConflict if the statement's status does not allow the step, kPaymentHeld if its affiliate is on payment hold,
// kTwoPersonRule if another person must do it. After one of these nothing is stored.
Result<app::StatementRecord> TakeStep(Connection& connection, const OperatorMoment& moment, CommitRecord& commit,
                                      const app::StatementStepRequest& request);
// Likewise, and reads the facts of the lines.
Result<app::StatementRecord> StepStatement(Connection& connection, const OperatorMoment& moment, CommitRecord& commit,
                                           const app::StatementStepRequest& request);

// Settles a new statement that has nothing to pay. This is its first step.
Status SettleStatement(Connection& connection, const OperatorMoment& moment, CommitRecord& commit, StatementId id,
                       const std::string& actor);

}  // namespace fairlead::ledger
