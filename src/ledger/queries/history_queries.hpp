#pragma once

#include "app/ports/commission_history.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Reads the record of one operator from its beginning, for a replay with other terms.

Result<app::HistoryEnd> ReadHistoryEnd(Connection& connection, OperatorId owner);
Result<app::HistoryPiece> ReadHistory(Connection& connection, OperatorId owner, const app::HistoryPosition& after);

}  // namespace fairlead::ledger
