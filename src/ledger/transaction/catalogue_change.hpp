#pragma once

#include "app/ports/catalogue_store.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

class OperatorScope;

// Stores a change of the catalogue in the open transaction, as a commit of the chain. Begins and finishes the scope.
Status ApplyChange(Connection& connection, LedgerIndex& index, OperatorScope& scope,
                   const app::CatalogueChange& change);

}  // namespace fairlead::ledger
