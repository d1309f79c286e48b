#pragma once

#include "app/ports/explanation_records.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// The records that explain an accrual. kNotFound if the operator has no such accrual.
Result<app::Explanation> ReadExplanation(Connection& connection, LedgerIndex& index, OperatorId owner, AccrualId id);

// The records that explain a player's commission. kNotFound if the operator has no such player.
Result<app::PlayerStanding> ReadPlayerStanding(Connection& connection, LedgerIndex& index, OperatorId owner,
                                               PlayerId player);

}  // namespace fairlead::ledger
