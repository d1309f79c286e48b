#pragma once

#include "app/ports/accrual_records.hpp"
#include "app/ports/row_filter.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// A page of accruals for the management API. A call reads a bounded number of rows. If too few of them match, the page
// is short and the next page continues behind them.
Result<app::AccrualPage> ReadAccrualPage(Connection& connection, LedgerIndex& index, const app::AccrualQuery& query,
                                         const app::RowFilter& filter = {});

// kNotFound if the operator has no such accrual.
Result<app::AccrualRecord> ReadAccrual(Connection& connection, OperatorId owner, AccrualId id);

}  // namespace fairlead::ledger
