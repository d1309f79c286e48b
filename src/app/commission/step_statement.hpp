#pragma once

#include "app/ports/statement_records.hpp"

namespace fairlead::app {

class CommissionQueries;
class CommissionStore;

// Changes the status of a closed statement: approves it, puts it on hold, releases it or records its payment. kNotFound
// if the operator has no such statement; kConflict if its status does not allow the step or its month is open. The
// ports must live until `done` is called.
void StepStatement(CommissionStore& store, CommissionQueries& queries, StatementStepRequest request,
                   AnswerDone<StatementRecord> done);

}  // namespace fairlead::app
