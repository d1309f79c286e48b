#pragma once

#include "app/ports/record_queries.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// What the management API reads and changes of players.
Result<app::PlayerPage> ReadPlayerPage(Connection& connection, LedgerIndex& index, const app::PlayerQuery& query);
// kNotFound when the operator has no such player.
Result<app::PlayerHistory> ReadPlayerHistory(Connection& connection, LedgerIndex& index, OperatorId owner,
                                             PlayerId player);

class OperatorScope;

// Gives a registered player to another affiliate: the decision, the correcting facts of all its events, what was earned
// with it, and the audit entry, inside the caller's transaction. kNotFound when there is no such player, kConflict
// before its registration.
Status Reassign(OperatorScope& scope, const app::Reassignment& reassignment);

}  // namespace fairlead::ledger
