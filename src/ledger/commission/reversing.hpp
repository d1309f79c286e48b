#pragma once

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// Reverses an accrual by hand, together with the parents' shares in it. A repeated request returns the reversal of the
// first request. CommissionStore::ReverseAccrual lists the failures.
Result<AccrualId> ReverseAccrual(LockedOperator& locked, const app::AccrualReversal& reversal);

}  // namespace fairlead::ledger
