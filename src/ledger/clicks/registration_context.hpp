#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "domain/ingest/ingest.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// Whether an event, if it is a registration, may be its player's first.
struct RegistrationNeed {
    bool may_be_first = false;
    const PlayerId* known_player = nullptr;  // Null when nothing of the player has arrived yet.
};

// Loads what the decision about each first registration of a batch needs: the brand's policy, the click that is named,
// the candidates of the fallback, and the player's events that wait. One entry per event.
Result<std::vector<std::optional<events::RegistrationContext>>> LoadRegistrationContexts(
    Connection& connection, LedgerIndex& index, OperatorId owner, std::span<const events::SubmittedEvent* const> batch,
    const std::function<RegistrationNeed(std::size_t)>& need);

}  // namespace fairlead::ledger
