#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "ledger/index/index_store.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The mark of the indexes of this ledger.
Result<std::string> LedgerMark(Connection& ledger);

// Opens the index in `folder`. One that cannot be used with the ledger is set aside or, in an older format, removed,
// and an empty one takes its place.
Result<std::unique_ptr<IndexStore>> OpenFittingStore(const std::string& folder, Connection& ledger,
                                                     const std::string& mark);

// Renames the folder, so that somebody can look at it.
void SetIndexAside(const std::string& folder);

// Reads what the store lacks from the ledger. Fails when it is stopped.
Status CatchUp(IndexStore& store, Connection& ledger, const std::stop_token& stop);

}  // namespace fairlead::ledger
