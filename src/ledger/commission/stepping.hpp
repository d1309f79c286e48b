#pragma once

#include <vector>

#include "app/ports/statement_records.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// Applies the step to the statements from `first` on until the time is up, but to at least one. A statement that
// refuses the step gets an error, which does not affect the others.
Result<std::vector<app::BulkStepResult>> StepStatements(LockedOperator& locked, const app::BulkStepRequest& request,
                                                        std::size_t first, std::int64_t micros_max);

}  // namespace fairlead::ledger
