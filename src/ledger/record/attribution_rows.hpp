#pragma once

#include <span>
#include <vector>

#include "app/ports/commission_store.hpp"
#include "domain/ingest/ingest.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Attribution of players to affiliates, in the tables `players` and `attributions`.

// Stores the decisions that were made when players registered.
Status StoreFirstDecisions(Connection& connection, OperatorId owner, Timestamp decided_at,
                           std::span<const events::NewRegistration> registrations);

// Stores a manual decision, which applies from then on.
Status StoreReassignment(Connection& connection, const app::Reassignment& reassignment, std::int64_t number,
                         Timestamp decided_at);

// Every decision about a player, oldest first.
Result<std::vector<app::AttributionRecord>> ReadAttributions(Connection& connection, OperatorId owner, PlayerId player);

}  // namespace fairlead::ledger
