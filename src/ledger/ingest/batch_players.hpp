#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ledger/transaction/commission_writer.hpp"

namespace fairlead::ledger {

// The players of a batch of events: from the cache if they were used recently, otherwise from the table `players`.

struct BatchPlayers {
    std::vector<const events::StoredPlayer*> of_event;  // Null if no event of the player has arrived yet.
    std::deque<events::StoredPlayer> read;              // The players that were not in the cache.
};

// Events that have an entry in `earlier` get no player. The result points into the cache, so the cache must not change
// before StoreBatchPlayers.
Result<BatchPlayers> LoadBatchPlayers(OperatorTransaction& transaction,
                                      std::span<const events::SubmittedEvent* const> batch,
                                      std::span<const std::optional<events::StoredEvent>> earlier);

// Writes the players of the batch and moves them from the outcome into the cache. `states` are the new commission
// states of the players, where they changed.
Status StoreBatchPlayers(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
                         events::IngestOutcome& outcome, std::vector<std::optional<std::string>> states);

}  // namespace fairlead::ledger
