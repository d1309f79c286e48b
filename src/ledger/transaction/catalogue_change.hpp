#pragma once

#include "app/ports/catalogue_store.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

class LockedOperator;

// Stores a change of the catalogue in the open transaction, as a commit of the chain. Begins and finishes `locked`.
Status ApplyChange(Connection& connection, LedgerIndex& index, LockedOperator& locked,
                   const app::CatalogueChange& change);

}  // namespace fairlead::ledger
