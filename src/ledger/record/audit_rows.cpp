#include "ledger/record/audit_rows.hpp"

#include <algorithm>

#include "base/id/uuid.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kInsertAudit(
    "INSERT INTO audit_log (operator_id, entry_id, at, actor, action, subject, before, after)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)");
// The ids are made in the order of time, so the primary key is the order of the log.
constexpr Sql kSelectAudit(
    "SELECT entry_id, at, actor, action, subject, before, after FROM audit_log"
    " WHERE operator_id = $1 AND entry_id < $2 AND ($3 = '' OR actor = $3) AND ($4 = '' OR action = $4)"
    " AND ($5 = '' OR subject = $5) ORDER BY entry_id DESC LIMIT $6");

Uuid GreatestUuid() {
    Uuid id;
    std::ranges::fill(id.bytes, std::uint8_t{0xFF});
    return id;
}

}  // namespace

Status InsertAudit(Connection& connection, OperatorId owner, std::span<const app::AuditEntry> entries) {
    std::vector<Uuid> ids(entries.size());
    std::ranges::generate(ids, NewUuid);
    ParameterRows rows(8);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const app::AuditEntry& entry = entries[i];
        rows.Add({Value::Of(owner), Value::Of(ids[i]), Value::Of(Now()), Text(entry.actor), Text(entry.action),
                  Text(entry.subject), Value::TextOrNull(entry.before), Value::TextOrNull(entry.after)});
    }
    return connection.RunEach(kInsertAudit, rows);
}

Result<std::vector<app::AuditRecord>> ReadAuditRows(Connection& connection, OperatorId owner,
                                                    const app::AuditQuery& query) {
    const Uuid before = query.before.value_or(GreatestUuid());
    const auto rows =
        connection.Query(kSelectAudit, {Value::Of(owner), Value::Of(before), Text(query.actor), Text(query.action),
                                        Text(query.subject), Value::Of(static_cast<std::int64_t>(query.limit))});
    if (!rows) return std::unexpected(rows.error());
    std::vector<app::AuditRecord> records;
    for (std::size_t row = 0; row < rows->size(); ++row) {
        records.push_back({.id = rows->Identifier<Id<void>>(row, 0).uuid,
                           .at = rows->Time(row, 1),
                           .entry = {.actor = rows->String(row, 2),
                                     .action = rows->String(row, 3),
                                     .subject = rows->String(row, 4),
                                     .before = rows->String(row, 5),
                                     .after = rows->String(row, 6)}});
    }
    return records;
}

}  // namespace fairlead::ledger
