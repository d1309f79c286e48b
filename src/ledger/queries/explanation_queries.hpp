#pragma once

#include "app/ports/explanation_records.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// All that an accrual follows from. kNotFound when the operator has no such accrual.
Result<app::Explanation> ReadExplanation(Connection& connection, LedgerIndex& index, OperatorId owner, AccrualId id);

// What commission knows of a player. kNotFound when the operator has no such player.
Result<app::PlayerStanding> ReadPlayerStanding(Connection& connection, LedgerIndex& index, OperatorId owner,
                                               PlayerId player);

}  // namespace fairlead::ledger
