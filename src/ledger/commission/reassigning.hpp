#pragma once

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// Assigns a registered player to another affiliate, or makes it organic: stores the decision, the corrected facts of
// all its events, the corrected accruals and the audit entry, in the caller's transaction. kNotFound if the player does
// not exist. kConflict if it has not registered or has too many events, if the new affiliate is suspended, or if an
// organic player would become organic.
Status Reassign(LockedOperator& locked, const app::Reassignment& reassignment);

}  // namespace fairlead::ledger
