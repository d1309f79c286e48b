#pragma once

#include <vector>

#include "app/ports/statement_records.hpp"
#include "ledger/transaction/operator_scope.hpp"

namespace fairlead::ledger {

// Does a step of the statements from `first` on, at least of one, until the time is up. A statement that refuses the
// step gets an error and leaves the others as they are.
Result<std::vector<app::BulkStepResult>> StepStatements(OperatorScope& scope, const app::BulkStepRequest& request,
                                                        std::size_t first, std::int64_t micros_max);

}  // namespace fairlead::ledger
