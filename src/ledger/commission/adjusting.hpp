#pragma once

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// Amounts that the operator enters by hand. A repeated request returns the adjustment of the first one.

Result<app::AdjustmentRecord> Adjust(LockedOperator& locked, const app::AdjustmentRequest& request);

// Takes an adjustment back by another one. kNotFound if there is none; kConflict if it is reversed already or is itself
// a reversal.
Result<app::AdjustmentRecord> ReverseAdjustment(LockedOperator& locked, const app::AdjustmentReversal& reversal);

}  // namespace fairlead::ledger
