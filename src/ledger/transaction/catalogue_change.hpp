#pragma once

#include "app/ports/catalogue_store.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

class OperatorScope;

// Stores a change of the catalogue in the open transaction. Begins and finishes the scope if the change affects
// commission.
Status ApplyChange(Connection& connection, LedgerIndex& index, OperatorScope& scope,
                   const app::CatalogueChange& change);

}  // namespace fairlead::ledger
