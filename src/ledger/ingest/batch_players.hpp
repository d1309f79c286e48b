#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ledger/transaction/commission_writer.hpp"

namespace fairlead::ledger {

// The players of a batch of events: from memory where they were met lately, else from the table `players`.

struct BatchPlayers {
    std::vector<const events::StoredPlayer*> of_event;  // Null: nothing of the player has arrived yet.
    std::deque<events::StoredPlayer> read;              // Those that were not known.
};

// What is remembered of players is in use until they are stored. Events that are `earlier` ones have no players.
Result<BatchPlayers> LoadBatchPlayers(OperatorTransaction& transaction,
                                      std::span<const events::SubmittedEvent* const> batch,
                                      std::span<const std::optional<events::StoredEvent>> earlier);

// Writes what the batch has made of its players, and takes them out of the outcome to remember them. `states` are what
// is known of each player's commission by now, where that has changed.
Status StoreBatchPlayers(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
                         events::IngestOutcome& outcome, std::vector<std::optional<std::string>> states);

}  // namespace fairlead::ledger
