#pragma once

#include "ledger/engine/ledger_index.hpp"
#include "ledger/migrations/migrations.hpp"

namespace fairlead::ledger {

// The first release recorded events and nothing that follows from them: no attribution, no facts, no commissions, no
// chain. Its events are set aside when its schema is upgraded and taken in again, in their order, with their numbers,
// ids and times, as if they came now: so everything holds for them that holds for any other.

// The migration before which they are set aside.
inline constexpr int kAfterFirstRelease = 2;

// In the transaction of that migration. Does nothing to a ledger that has no operator yet.
Status SetFirstReleaseAside(Connection& connection, MigrationTarget target);

// Whether something that was set aside is still to be taken in.
Result<bool> FirstReleaseWaits(Connection& connection);

// Takes in what waits, one of the old commits after the other, each in a transaction of its own. One that was
// interrupted goes on where it was; nodes of a shared ledger may do it at the same time.
Status TakeInFirstRelease(Connection& connection, LedgerIndex& index);

}  // namespace fairlead::ledger
