#pragma once

#include <span>
#include <string>

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/operator_scope.hpp"

namespace fairlead::ledger {

// Stores rates, with their audit entries. They price what is recorded from now on, and what waits for them.
Status StoreRates(OperatorScope& scope, std::span<const commission::DatedRate> rates, const std::string& actor);

// Processes what waits and can be priced now, in the order in which it was held, at most so many.
Result<app::HeldLeft> ResolveHeld(OperatorScope& scope, std::int64_t limit);

// The operators for whom something waits.
Result<std::vector<OperatorId>> ReadOperatorsWithHeld(Connection& connection);

}  // namespace fairlead::ledger
