#pragma once

#include <vector>

#include "app/ports/catalogue_store.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The dated changes of an operator's time zone and base currency. The table of operators has the values before them.
Status StoreSettings(Connection& connection, OperatorId owner, const catalogue::DatedSettings& settings);
Result<std::vector<catalogue::SettingsChange>> ReadSettings(Connection& connection, OperatorId owner);

// Whether the operator has events, adjustments or statements.
Result<bool> HasRecords(Connection& connection, OperatorId owner);

// kDateRequired if the settings would change the past of an operator that has records. `now` is the time of the checked
// clock.
Status CheckDated(Connection& connection, OperatorId owner, const catalogue::DatedSettings& settings, Timestamp now);

}  // namespace fairlead::ledger
