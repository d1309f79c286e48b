#pragma once

#include <vector>

#include "app/ports/ledger.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

// One line of the audit log, inside the transaction of what it tells of.
Status InsertAudit(Session& session, OperatorId owner, const app::AuditEntry& entry);

// Newest first.
Result<std::vector<app::AuditRecord>> ReadAuditRows(Session& session, OperatorId owner, const app::AuditQuery& query);

}  // namespace fairlead::ledger
