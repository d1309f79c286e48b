#pragma once

#include "app/ports/ledger.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

class LedgerIndex;
class OperatorScope;

// How the catalogue lies in its tables. None of these opens a transaction of its own; ApplyChange needs one.

// The scope is begun and finished where the change moves money.
Status ApplyChange(Session& session, LedgerIndex& index, OperatorScope& scope, const app::CatalogueChange& change);
Status NoteKeyUses(Session& session, const std::vector<app::KeyUse>& uses);
Result<std::vector<app::OperatorVersion>> ReadOperatorVersions(Session& session);
Result<app::OperatorRecords> ReadOperator(Session& session, OperatorId id);
Result<bool> ReadEmailExists(Session& session, const std::string& email);
Result<std::string> ReadSettingOrStore(Session& session, const std::string& name, const std::string& value);
Status WriteProbe(Session& session);

}  // namespace fairlead::ledger
