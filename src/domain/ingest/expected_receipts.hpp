#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "domain/ingest/ingest.hpp"

namespace fairlead::events {

// The receipts that a batch would get, without storing it. `earlier` has the event that already used the key of each
// entry. An accepted event gets an id from `next_event`, under which nothing is stored.
std::vector<Receipt> ExpectReceipts(std::span<const SubmittedEvent> batch,
                                    std::span<const std::optional<EventId>> earlier,
                                    const std::function<EventId()>& next_event);

}  // namespace fairlead::events
