#pragma once

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/operator_scope.hpp"

namespace fairlead::ledger {

// Gives a registered player to another affiliate: the decision, the correcting facts of all its events, what was earned
// with it, and the audit entry, inside the caller's transaction. kNotFound when there is no such player, kConflict
// before its registration.
Status Reassign(OperatorScope& scope, const app::Reassignment& reassignment);

}  // namespace fairlead::ledger
