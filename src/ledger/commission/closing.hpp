#pragma once

#include <span>
#include <vector>

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/locked_operator.hpp"

namespace fairlead::ledger {

// Closes periods in several steps. Each step is one transaction, so that other work does not wait for the whole
// closing.

// The affiliates that may have a statement, in the order in which they are closed. kConflict if the period has not
// ended, or if an earlier open period has accruals. Writes nothing.
Result<std::vector<AffiliateId>> AffiliatesToClose(LockedOperator& locked, const app::CloseRequest& request);

// Closes the period of these affiliates, one after the other, unless it is already closed: stores fixed fees,
// statements and audit entries. Stops after the first affiliate that exceeds `micros_max`.
Result<app::ClosingStep> CloseAffiliates(LockedOperator& locked, std::span<const AffiliateId> affiliates,
                                         const app::CloseRequest& request, std::int64_t micros_max);

// Closes the period for the operator when it is closed for all affiliates. False if an affiliate is not closed yet.
Result<bool> CloseForAll(LockedOperator& locked, const app::CloseRequest& request);

// The closed statements of the period, ordered by affiliate and currency.
Result<std::vector<app::StatementRecord>> ReadClosed(Connection& connection, const app::CloseRequest& request);

}  // namespace fairlead::ledger
