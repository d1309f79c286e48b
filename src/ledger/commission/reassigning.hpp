#pragma once

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/operator_scope.hpp"

namespace fairlead::ledger {

// Assigns a registered player to another affiliate, or releases it: stores the decision, the corrected facts of all its
// events, the corrected accruals and the audit entry, in the caller's transaction. kNotFound if the player does not
// exist. kConflict if it has not registered or has too many events, if the new affiliate is suspended, or if a player
// without an affiliate is released.
Status Reassign(OperatorScope& scope, const app::Reassignment& reassignment);

}  // namespace fairlead::ledger
