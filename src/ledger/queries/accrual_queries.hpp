#pragma once

#include "app/ports/accrual_records.hpp"
#include "app/ports/row_filter.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// What the management API reads of accruals. A call reads a bounded number of rows: what does not pass the filters
// within them is left to the next page.
Result<app::AccrualPage> ReadAccrualPage(Connection& connection, LedgerIndex& index, const app::AccrualQuery& query,
                                         const app::RowFilter& filter = {});

// kNotFound when the operator has no such accrual.
Result<app::AccrualRecord> ReadAccrual(Connection& connection, OperatorId owner, AccrualId id);

}  // namespace fairlead::ledger
