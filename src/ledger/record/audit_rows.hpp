#pragma once

#include <span>
#include <vector>

#include "app/ports/ledger.hpp"
#include "ledger/sql/session.hpp"

namespace fairlead::ledger {

// Lines of the audit log, inside the transaction of what they tell of.
Status InsertAudit(Session& session, OperatorId owner, std::span<const app::AuditEntry> entries);
inline Status InsertAudit(Session& session, OperatorId owner, const app::AuditEntry& entry) {
    return InsertAudit(session, owner, std::span(&entry, 1));
}

// Newest first.
Result<std::vector<app::AuditRecord>> ReadAuditRows(Session& session, OperatorId owner, const app::AuditQuery& query);

}  // namespace fairlead::ledger
