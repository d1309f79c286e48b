#pragma once

#include "app/ports/catalogue_store.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Reads and writes the tables of the catalogue. None of these functions opens a transaction.

Status NoteKeyUses(Connection& connection, const std::vector<app::KeyUse>& uses);
Result<std::vector<app::OperatorVersion>> ReadOperatorVersions(Connection& connection);
Result<app::OperatorRecords> ReadOperator(Connection& connection, OperatorId id);
Result<bool> ReadEmailExists(Connection& connection, const std::string& email);
Result<std::string> ReadSettingOrStore(Connection& connection, const std::string& name, const std::string& value);
Status ReplaceSetting(Connection& connection, const std::string& name, const std::string& value);
Status WriteProbe(Connection& connection);

}  // namespace fairlead::ledger
