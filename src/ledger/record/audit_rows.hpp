#pragma once

#include <span>
#include <vector>

#include "app/ports/audit.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Writes and seals entries of the audit log, in the transaction of the change that they describe. They are dated by the
// clock of the transaction, which was checked.
Status InsertAudit(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
                   std::span<const app::AuditEntry> entries);
inline Status InsertAudit(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
                          const app::AuditEntry& entry) {
    return InsertAudit(connection, moment, record, std::span(&entry, 1));
}

// Newest first.
Result<std::vector<app::AuditRecord>> ReadAuditRows(Connection& connection, OperatorId owner,
                                                    const app::AuditQuery& query);

// The user who created this API key ("apiKey/<id>"), according to the audit log. If the key was created with another
// key, the user who created that one. Nothing for other names, and for keys whose creation is not in the log.
Result<std::optional<std::string>> ReadKeyCreator(Connection& connection, OperatorId owner, const std::string& person);

}  // namespace fairlead::ledger
