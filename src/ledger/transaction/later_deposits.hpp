#pragma once

#include "domain/accruals/state.hpp"
#include "domain/events/event_type.hpp"
#include "ledger/transaction/commission_writer.hpp"

namespace fairlead::ledger {

// Adds the recorded deposits that are not part of the player's stored state, if an event of this type needs them and
// they were not added before (commission::LaterDeposits).
Status ReadLaterDeposits(OperatorTransaction& transaction, PlayerId player, events::EventType type,
                         commission::PlayerState& state);

}  // namespace fairlead::ledger
