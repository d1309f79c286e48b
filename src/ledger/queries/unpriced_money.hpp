#pragma once

#include <vector>

#include "app/ports/statement_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The money without an exchange rate in the period that is to be closed, by currency. Affiliates whose period is
// already closed do not count.
Result<std::vector<app::UnpricedMoney>> ReadUnpricedMoney(Connection& connection, const app::CloseRequest& request);

}  // namespace fairlead::ledger
