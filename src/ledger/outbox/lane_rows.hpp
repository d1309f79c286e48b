#pragma once

#include <span>
#include <vector>

#include "app/ports/outgoing/outbox.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Reads and writes the tables `outbox_lanes` and `outbox_attempts`.

using NodeId = Id<struct NodeTag>;

// Takes or renews the leases of these destinations until `micros` after now. Leaves out those that another node has. On
// a server, its clock measures the time.
Result<std::vector<app::LeasedLane>> LeaseLanes(Connection& connection, NodeId node,
                                                std::span<const app::LaneKey> lanes, std::int64_t micros);
Status ReleaseLanes(Connection& connection, NodeId node, std::span<const app::LaneKey> lanes);

// Stores attempts, what became of the messages, and the health of the destinations. Returns the messages that were
// changed during the attempt.
Result<std::vector<app::ChangedDuringAttempt>> RecordAttempts(Connection& connection,
                                                              std::span<const app::AttemptResult> results);

// The last attempts of a message, oldest first.
Result<std::vector<app::Attempt>> ReadAttempts(Connection& connection, OperatorId owner,
                                               const outbox::MessagePlace& place);

}  // namespace fairlead::ledger
