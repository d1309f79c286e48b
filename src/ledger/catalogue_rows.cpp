#include "ledger/catalogue_rows.hpp"

#include <variant>

#include "ledger/audit_rows.hpp"
#include "ledger/catalogue/columns.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/commission/operator_scope.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kLockVersion("SELECT catalogue_version FROM operators WHERE operator_id = $1 {for_update}");
constexpr Sql kMoveVersion("UPDATE operators SET catalogue_version = catalogue_version + 1 WHERE operator_id = $1");
constexpr Sql kNoteKeyUse(
    "UPDATE api_keys SET last_used_at = $1 WHERE operator_id = $2 AND key_id = $3"
    " AND (last_used_at IS NULL OR last_used_at < $1)");
constexpr Sql kVersions("SELECT operator_id, catalogue_version FROM operators ORDER BY operator_id");
constexpr Sql kEmailExists("SELECT 1 FROM users WHERE email = $1 LIMIT 1");
constexpr Sql kInsertSetting("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING");
constexpr Sql kSelectSetting("SELECT value FROM settings WHERE name = $1");
constexpr Sql kProbe(
    "INSERT INTO probes (name, at) VALUES ('write', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at");

Status CheckVersion(Session& session, const app::CatalogueChange& change) {
    const auto rows = session.Query(kLockVersion, {Value::Of(change.owner)});
    if (!rows) return std::unexpected(rows.error());
    const std::int64_t version = rows->empty() ? 0 : rows->Integer(0, 0);
    if (version == change.based_on_version) return {};
    return Fail(ErrorCode::kConflict, "the operator's data has changed meanwhile");
}

// Versions of deals that are in the record already are not new.
bool IsNews(const commission::Plan& plan, const commission::Change& change) {
    const auto* added = std::get_if<commission::DealVersionAdded>(&change);
    if (added == nullptr) return true;
    const auto* deal = plan.FindDeal(added->deal);
    return deal == nullptr || deal->Version(added->version.number) == nullptr;
}

// What of a change moves money goes into the record too.
Status RecordMoney(Session& session, LedgerIndex& index, OperatorScope& scope, const app::CatalogueChange& change) {
    std::vector<commission::Change> changes;
    for (const auto& record : change.upserts) {
        for (auto& each : ChangesOf(record)) changes.push_back(std::move(each));
    }
    if (changes.empty()) return {};
    if (auto done = scope.Begin(session, index); !done) return done;
    // The first change of an operator is recorded with all else by Begin.
    if (scope.transaction().moment.last_commit == 0) return scope.Finish();
    std::erase_if(changes, [&](const auto& each) { return !IsNews(scope.transaction().book.plan(), each); });
    if (auto done = scope.StoreChanges(changes); !done) return done;
    return scope.Finish();
}

}  // namespace

Status ApplyChange(Session& session, LedgerIndex& index, OperatorScope& scope, const app::CatalogueChange& change) {
    if (auto done = CheckVersion(session, change); !done) return done;
    for (const auto& record : change.upserts) {
        const auto upsert = [&](const auto& one) { return Upsert(session, change.owner, one); };
        if (auto done = std::visit(upsert, record); !done) return done;
    }
    if (auto done = RecordMoney(session, index, scope, change); !done) return done;
    if (auto done = InsertAudit(session, change.owner, change.audit); !done) return done;
    if (auto done = session.Run(kMoveVersion, {Value::Of(change.owner)}); !done) return done;
    return session.AnnounceCatalogueChange();
}

Status NoteKeyUses(Session& session, const std::vector<app::KeyUse>& uses) {
    ParameterRows parameters(3);
    for (const auto& use : uses) parameters.Add({Value::Of(use.at), Value::Of(use.owner), Value::Of(use.key)});
    return session.RunEach(kNoteKeyUse, parameters);
}

Result<std::vector<app::OperatorVersion>> ReadOperatorVersions(Session& session) {
    const auto rows = session.Query(kVersions, {});
    if (!rows) return std::unexpected(rows.error());
    std::vector<app::OperatorVersion> versions;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        versions.push_back({rows->Identifier<OperatorId>(i, 0), rows->Integer(i, 1)});
    }
    return versions;
}

Result<app::OperatorRecords> ReadOperator(Session& session, OperatorId id) {
    // The operator's row is read first: if a change comes between, the version is older than the rest and the next
    // comparison of versions loads it again.
    app::OperatorRecords records;
    Status done = ReadSelf(session, id, records);
    const auto read = [&](auto&... lists) { ((done = done ? ReadAll(session, id, lists) : done), ...); };
    read(records.brands, records.api_keys, records.users, records.affiliates, records.marketing_sources,
         records.campaigns, records.creatives, records.links, records.deals, records.report_presets);
    if (!done) return std::unexpected(done.error());
    return records;
}

Result<bool> ReadEmailExists(Session& session, const std::string& email) {
    const auto rows = session.Query(kEmailExists, {Text(email)});
    if (!rows) return std::unexpected(rows.error());
    return !rows->empty();
}

Result<std::string> ReadSettingOrStore(Session& session, const std::string& name, const std::string& value) {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(value.data()), value.size());
    if (auto done = session.Run(kInsertSetting, {Text(name), Value::Of(bytes)}); !done) {
        return std::unexpected(done.error());
    }
    const auto rows = session.Query(kSelectSetting, {Text(name)});
    if (!rows) return std::unexpected(rows.error());
    return rows->String(0, 0);
}

Status WriteProbe(Session& session) { return session.Run(kProbe, {Value::Of(Now())}); }

}  // namespace fairlead::ledger
