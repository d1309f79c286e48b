#pragma once

#include "ledger/engine/ledger_index.hpp"
#include "ledger/migrations/migrations.hpp"

namespace fairlead::ledger {

// The first release recorded only events, without attribution, facts, commission and hash chain. The upgrade of its
// schema sets the events aside. They are then ingested again in order, with their numbers, ids and times, so that they
// are treated like all other events.

// The migration before which the events are set aside.
inline constexpr int kAfterFirstRelease = 2;

// Runs in the transaction of that migration. Does nothing if the ledger has no operators.
Status SetFirstReleaseAside(Connection& connection, MigrationTarget target);

// Whether events that were set aside still have to be ingested.
Result<bool> FirstReleaseWaits(Connection& connection);

// Ingests the events that were set aside, one old commit per transaction. After an interruption the next call
// continues. Several nodes of a shared ledger may run it at the same time.
Status TakeInFirstRelease(Connection& connection, LedgerIndex& index);

}  // namespace fairlead::ledger
