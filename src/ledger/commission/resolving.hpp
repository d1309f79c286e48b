#pragma once

#include <span>
#include <string>

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// Stores exchange rates and their audit entries. They apply to accruals from now on and to unpriced accruals.
Status StoreRates(LockedOperator& locked, std::span<const commission::DatedRate> rates, const std::string& actor);

// Prices unpriced accruals for which an exchange rate exists now, in the order of their numbers, at most `limit`.
Result<app::UnpricedLeft> ResolveUnpriced(LockedOperator& locked, std::int64_t limit);

// The operators that have unpriced accruals.
Result<std::vector<OperatorId>> ReadOperatorsWithUnpriced(Connection& connection);

}  // namespace fairlead::ledger
