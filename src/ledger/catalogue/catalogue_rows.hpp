#pragma once

#include "app/ports/ledger.hpp"
#include "ledger/sql/session.hpp"

namespace fairlead::ledger {

// Reads and writes the tables of the catalogue. None of these functions opens a transaction.

Status NoteKeyUses(Session& session, const std::vector<app::KeyUse>& uses);
Result<std::vector<app::OperatorVersion>> ReadOperatorVersions(Session& session);
Result<app::OperatorRecords> ReadOperator(Session& session, OperatorId id);
Result<bool> ReadEmailExists(Session& session, const std::string& email);
Result<std::string> ReadSettingOrStore(Session& session, const std::string& name, const std::string& value);
Status WriteProbe(Session& session);

}  // namespace fairlead::ledger
