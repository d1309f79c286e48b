#include "ledger/audit_rows.hpp"

#include "base/uuid.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kInsert(
    "INSERT INTO audit_log (operator_id, entry_id, at, actor, action, subject, before, after)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)");

}  // namespace

Status InsertAudit(Session& session, OperatorId owner, const app::AuditEntry& entry) {
    const Uuid id = NewUuid();
    return session.Run(kInsert,
                       {Value::Of(owner), Value::Of(id), Value::Of(Now()), Value::Of(std::string_view(entry.actor)),
                        Value::Of(std::string_view(entry.action)), Value::Of(std::string_view(entry.subject)),
                        Value::TextOrNull(entry.before), Value::TextOrNull(entry.after)});
}

}  // namespace fairlead::ledger
