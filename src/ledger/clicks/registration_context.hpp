#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "domain/ingest/ingest.hpp"
#include "ledger/clicks/click_search.hpp"

namespace fairlead::ledger {

// Whether an event may be the first registration of its player.
struct RegistrationNeed {
    bool may_be_first = false;
    const PlayerId* known_player = nullptr;  // Null if no event of the player has arrived yet.
};

// Loads the data for the decision about each first registration of a batch: the brand's policy, the named click, the
// candidates of the fallback, and the player's earlier events. Returns one entry per event.
Result<std::vector<std::optional<events::RegistrationContext>>> LoadRegistrationContexts(
    const ClickSource& source, std::span<const events::SubmittedEvent* const> batch,
    const std::function<RegistrationNeed(std::size_t)>& need);

}  // namespace fairlead::ledger
