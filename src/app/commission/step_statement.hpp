#pragma once

#include "app/ports/statement_records.hpp"

namespace fairlead::app {

class CommissionQueries;
class CommissionStore;

// Moves a closed statement on: approves it, puts it on hold, releases it or notes its payment. kNotFound when the
// operator has no such statement; kConflict where its status does not allow the step, as while its month is open. The
// ports must live until `done` is called.
void StepStatement(CommissionStore& store, CommissionQueries& queries, StatementStepRequest request,
                   AnswerDone<StatementRecord> done);

}  // namespace fairlead::app
