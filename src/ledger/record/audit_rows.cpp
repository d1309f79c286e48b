#include "ledger/record/audit_rows.hpp"

#include <algorithm>
#include <set>

#include "app/mail/mail_notices.hpp"
#include "app/outbox/audit_notices.hpp"
#include "base/id/uuid.hpp"
#include "ledger/record/seal_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kAuditColumns("entry_id, at, actor, action, subject, before, after");
constexpr auto kInsertedAuditColumns = "operator_id, " + kAuditColumns;
constexpr ComposedSql kInsertAudit(InsertInto("audit_log", kInsertedAuditColumns));
// Ids increase with time, so the primary key is the order of the log.
constexpr ComposedSql kSelectAudit(
    "SELECT " + kAuditColumns +
    " FROM audit_log WHERE operator_id = $1 AND entry_id < $2 AND ($3 = '' OR actor = $3) AND ($4 = '' OR action = $4)"
    " AND ($5 = '' OR subject = $5) ORDER BY entry_id DESC LIMIT $6");

constexpr Sql kKeyCreator(
    "SELECT actor FROM audit_log WHERE operator_id = $1 AND entry_id > $2 AND entry_id < $3"
    " AND action = 'apiKey.create' AND subject = $4 LIMIT 1");
// A key and the entry about its creation get their ids in the same request. The limit keeps the search short for keys
// without such an entry.
constexpr std::uint64_t kCreationMillisecondsMax = 3'600'000;

// The id with the time of `id` plus the limit.
Uuid EndOfCreation(Uuid id) {
    constexpr int kTimeBytes = 6;
    std::uint64_t milliseconds = 0;
    for (int i = 0; i < kTimeBytes; ++i) milliseconds = (milliseconds << 8) | id.bytes[static_cast<std::size_t>(i)];
    milliseconds += kCreationMillisecondsMax;
    for (int i = kTimeBytes - 1; i >= 0; --i, milliseconds >>= 8) {
        id.bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(milliseconds);
    }
    return id;
}

// The id of the API key that has this name; nothing for other names.
std::optional<Uuid> KeyNamed(std::string_view person) {
    constexpr std::string_view kPrefix = "apiKey/";
    return person.starts_with(kPrefix) ? Uuid::Parse(person.substr(kPrefix.size())) : std::nullopt;
}

Uuid GreatestUuid() {
    Uuid id;
    std::ranges::fill(id.bytes, std::uint8_t{0xFF});
    return id;
}

}  // namespace

Status InsertAudit(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
                   std::span<const app::AuditEntry> entries) {
    std::vector<SealedKey> keys(entries.size());
    std::ranges::generate(keys, [] { return SealedKey{NewUuid(), 0}; });
    ParameterRows rows(kInsertedAuditColumns.column_count());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const app::AuditEntry& entry = entries[i];
        rows.Add({Value::Of(moment.owner), Value::Of(keys[i].id), Value::Of(moment.clock), Text(entry.actor),
                  Text(entry.action), Text(entry.subject), Value::TextOrNull(entry.before),
                  Value::TextOrNull(entry.after)});
    }
    for (const app::AuditEntry& entry : entries) {
        if (auto notice = app::NoticeOf(entry)) record.AddNotice(std::move(*notice));
        if (auto mail = app::MailNoticeOf(entry)) record.AddMailNotice(std::move(*mail));
    }
    TRY(connection.RunEach(kInsertAudit, rows));
    return SealRows(connection, moment, record, SealedKind::kAuditEntry, keys);
}

Result<std::optional<std::string>> ReadKeyCreator(Connection& connection, OperatorId owner, const std::string& person) {
    std::optional<std::string> creator;
    std::set<Uuid> seen;  // In a damaged log, keys could have created each other.
    auto key = KeyNamed(person);
    while (key && seen.insert(*key).second) {
        const Uuid end = EndOfCreation(*key);
        const auto rows = TRY(connection.Query(
            kKeyCreator, {Value::Of(owner), Value::Of(*key), Value::Of(end), Text(creator ? *creator : person)}));
        if (rows.empty()) break;
        creator = rows.String(0);
        key = KeyNamed(*creator);
    }
    return creator;
}

Result<std::vector<app::AuditRecord>> ReadAuditRows(Connection& connection, OperatorId owner,
                                                    const app::AuditQuery& query) {
    const Uuid before = query.before.value_or(GreatestUuid());
    const auto rows =
        TRY(connection.Query(kSelectAudit, {Value::Of(owner), Value::Of(before), Text(query.actor), Text(query.action),
                                            Text(query.subject), Value::Of(static_cast<std::int64_t>(query.limit))}));
    std::vector<app::AuditRecord> records;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        records.push_back({.id = rows.Identifier<Id<void>>(row, kSelectAudit["entry_id"]).uuid,
                           .at = rows.Time(row, kSelectAudit["at"]),
                           .entry = {.actor = rows.String(row, kSelectAudit["actor"]),
                                     .action = rows.String(row, kSelectAudit["action"]),
                                     .subject = rows.String(row, kSelectAudit["subject"]),
                                     .before = rows.String(row, kSelectAudit["before"]),
                                     .after = rows.String(row, kSelectAudit["after"])}});
    }
    return records;
}

}  // namespace fairlead::ledger
