#pragma once

#include <span>
#include <string>

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/operator_scope.hpp"

namespace fairlead::ledger {

// Stores exchange rates and their audit entries. They apply to accruals from now on and to held accruals.
Status StoreRates(OperatorScope& scope, std::span<const commission::DatedRate> rates, const std::string& actor);

// Prices held accruals for which an exchange rate exists now, in the order of their numbers, at most `limit`.
Result<app::HeldLeft> ResolveHeld(OperatorScope& scope, std::int64_t limit);

// The operators that have held accruals.
Result<std::vector<OperatorId>> ReadOperatorsWithHeld(Connection& connection);

}  // namespace fairlead::ledger
