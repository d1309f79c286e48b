#pragma once

#include <span>
#include <vector>

#include "app/ports/commission_store.hpp"
#include "domain/ingest/ingest.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Who brought which player, in the tables `players` and `attributions`.

// What was decided about players when they registered.
Status StoreFirstDecisions(Connection& connection, OperatorId owner, Timestamp decided_at,
                           std::span<const events::NewRegistration> registrations);

// Stores a decision by hand, which is in force from then on.
Status StoreReassignment(Connection& connection, const app::Reassignment& reassignment, std::int64_t number,
                         Timestamp decided_at);

// Every decision about a player, the first one first.
Result<std::vector<app::AttributionRecord>> ReadAttributions(Connection& connection, OperatorId owner, PlayerId player);

}  // namespace fairlead::ledger
