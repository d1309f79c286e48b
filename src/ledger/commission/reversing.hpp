#pragma once

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/operator_scope.hpp"

namespace fairlead::ledger {

// Reverses an accrual by hand, with the shares of parents in it. A repeated request returns the accrual of the first
// one. Fails as CommissionStore::ReverseAccrual says.
Result<AccrualId> ReverseAccrual(OperatorScope& scope, const app::AccrualReversal& reversal);

}  // namespace fairlead::ledger
