#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ledger/commission/payroll.hpp"

namespace fairlead::ledger {

// The players of a batch of events: from memory where they were met lately, else from the table `players`.

// One entry per event; of those that are `earlier` ones none.
Result<std::vector<std::optional<events::StoredPlayer>>> LoadBatchPlayers(
    OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
    std::span<const std::optional<events::StoredEvent>> earlier);

// Writes what the batch has made of its players, and takes them out of the outcome to remember them. `states` are what
// is known of the payees' commission by now, where that has changed.
Status StoreBatchPlayers(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
                         events::IngestOutcome& outcome, std::vector<std::optional<std::string>> states);

}  // namespace fairlead::ledger
