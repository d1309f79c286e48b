#pragma once

#include <optional>

#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// The change that gives an affiliate the statement period that it now has in the catalogue. Empty if it already has
// that period. The change begins after the last period of the affiliate that has accruals, counts or unpriced money, or
// that is closed. For a new affiliate it applies at all times (docs/commission.md §6.12).
Result<std::optional<commission::StatementPeriodChanged>> StatementPeriodChangeOf(
    OperatorTransaction& transaction, const catalogue::Affiliate& affiliate);

}  // namespace fairlead::ledger
