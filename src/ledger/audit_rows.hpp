#pragma once

#include <vector>

#include "app/ports/ledger.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

// The audit log. Neither opens a transaction of its own.
Status WriteAuditRows(Session& session, OperatorId owner, const std::vector<app::AuditEntry>& entries);
Result<std::vector<app::AuditRecord>> ReadAuditRows(Session& session, OperatorId owner, const app::AuditQuery& query);

}  // namespace fairlead::ledger
