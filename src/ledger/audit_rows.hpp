#pragma once

#include "app/ports/ledger.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

// One line of the audit log, inside the transaction of what it tells of.
Status InsertAudit(Session& session, OperatorId owner, const app::AuditEntry& entry);

}  // namespace fairlead::ledger
