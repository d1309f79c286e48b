#pragma once

#include <optional>

#include "app/ports/outgoing/stopped_sending.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Lets a ledger that was restored send nothing by itself, in the open transaction: the original may have sent its
// messages since, and a copy for a test must not send anything. Destinations are paused until a person makes them
// active, and messages that waited have failed until a person replays them.
Result<app::StoppedSending> StopSending(Connection& ledger, Timestamp now);
// What StopSending would stop.
Result<app::StoppedSending> CountSending(Connection& ledger);

// Makes a restored copy a ledger of its own that sends nothing by itself, in the open transaction.
Status BeginAsRestored(Connection& ledger, Timestamp now);

// When a restored ledger stopped sending. Nothing if the ledger is the original.
Result<std::optional<Timestamp>> RestoredAt(Connection& ledger);

}  // namespace fairlead::ledger
