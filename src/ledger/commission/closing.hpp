#pragma once

#include <span>
#include <vector>

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/operator_scope.hpp"

namespace fairlead::ledger {

// Closing months, in steps of which each is one transaction, so that nothing waits for all of it.

// Who has anything to state or may have, in order. kConflict where the month has not ended, or an earlier one that is
// open has accruals. Writes nothing.
Result<std::vector<AffiliateId>> AffiliatesToClose(OperatorScope& scope, const app::CloseRequest& request);

// Closes the month of these affiliates, one after the other, where it is not closed yet: fixed fees, statements, chain,
// audit entries. Stops after the first one that ends later than `micros_max` from now.
Result<app::ClosingStep> CloseAffiliates(OperatorScope& scope, std::span<const AffiliateId> affiliates,
                                         const app::CloseRequest& request, std::int64_t micros_max);

// Closes the month for everybody, once each of those above has been. False where somebody is still to be closed.
Result<bool> CloseForAll(OperatorScope& scope, const app::CloseRequest& request);

// What was closed of the month, by affiliate and currency.
Result<std::vector<app::StatementRecord>> ReadClosed(Connection& connection, const app::CloseRequest& request);

Result<app::AdjustmentRecord> Adjust(OperatorScope& scope, const app::AdjustmentRequest& request);

}  // namespace fairlead::ledger
