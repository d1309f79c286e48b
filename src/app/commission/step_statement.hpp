#pragma once

#include "app/ports/statement_records.hpp"

namespace fairlead::app {

class CommissionQueries;
class CommissionStore;

// Changes the status of a closed statement: approves it, puts it on hold, releases it or records its payment. kNotFound
// if the operator has no such statement; kConflict if its status does not allow the step or its period is open;
// kPaymentHeld if its affiliate is on payment hold. The ports must live until `done` is called.
void StepStatement(CommissionStore& store, CommissionQueries& queries, StatementStepRequest request,
                   AnswerDone<StatementRecord> done);

// Does the same step for several statements, some per transaction, and returns a result for each, in the order of the
// request. After an Error some of the steps may be done: the same request with the same key continues. The port must
// live until `done` is called.
void StepStatements(CommissionStore& store, BulkStepRequest request, AnswerDone<std::vector<BulkStepResult>> done);

}  // namespace fairlead::app
