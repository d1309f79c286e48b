#pragma once

#include <optional>

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Makes a copy a ledger of its own, in the open transaction. The restored service sends nothing by itself: the original
// may have sent its messages since, and a copy for a test must not send anything. Destinations are paused until a
// person makes them active, and messages that waited have failed until a person replays them.
Status BeginAsRestored(Connection& ledger, Timestamp now);

// When the ledger was restored. Nothing if it is the original.
Result<std::optional<Timestamp>> RestoredAt(Connection& ledger);

}  // namespace fairlead::ledger
