#pragma once

#include <vector>

#include "app/ports/signals/signal_store.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// The table `fraud_signals`. See app::SignalStore.

Result<std::int64_t> StoreFindings(LockedOperator& locked, const app::RuleFindings& found);
Result<app::SignalRecord> DecideSignal(LockedOperator& locked, const app::SignalDecision& decision);
Result<app::SignalPage> ReadSignals(Connection& connection, const app::SignalQuery& query);
Result<std::vector<signals::SeenRegistration>> ReadRegistrations(Connection& connection,
                                                                 const app::RegistrationQuery& query);

}  // namespace fairlead::ledger
