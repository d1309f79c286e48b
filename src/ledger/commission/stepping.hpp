#pragma once

#include <vector>

#include "app/ports/statement_records.hpp"
#include "ledger/transaction/operator_scope.hpp"

namespace fairlead::ledger {

// Does a step of the statements from `first` on until the time is up, but of at least one. A statement that refuses the
// step gets an error, which does not affect the others.
Result<std::vector<app::BulkStepResult>> StepStatements(OperatorScope& scope, const app::BulkStepRequest& request,
                                                        std::size_t first, std::int64_t micros_max);

}  // namespace fairlead::ledger
