#pragma once

#include "ledger/index/index_entries.hpp"
#include "ledger/index/index_store.hpp"

namespace fairlead::ledger {

// Whether the newest events in the index are the ledger's events with the same numbers. They are not if an earlier
// state of the ledger was restored and other events were recorded since, even if the ledger has more events than the
// index.
Result<bool> HaveSameHistory(Connection& ledger, IndexStore& store, OperatorId owner, std::int64_t events_up_to);

}  // namespace fairlead::ledger
