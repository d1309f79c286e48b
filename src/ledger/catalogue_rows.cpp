#include "ledger/catalogue_rows.hpp"

#include <algorithm>
#include <array>

#include "base/assert.hpp"
#include "base/text.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::ApiKey;
using catalogue::AttributionFallback;
using catalogue::Brand;
using catalogue::NgrMode;
using catalogue::Operator;
using catalogue::User;

constexpr Sql kLockVersion("SELECT catalogue_version FROM operators WHERE operator_id = $1 {for_update}");
constexpr Sql kMoveVersion("UPDATE operators SET catalogue_version = catalogue_version + 1 WHERE operator_id = $1");
constexpr Sql kUpsertOperator(
    "INSERT INTO operators (operator_id, name, currencies, created_at, catalogue_version, last_seq)"
    " VALUES ($1, $2, $3, $4, 0, 0)"
    " ON CONFLICT (operator_id) DO UPDATE SET name = excluded.name, currencies = excluded.currencies");
constexpr Sql kUpsertBrand(
    "INSERT INTO brands (operator_id, brand_id, name, website_url, attribution_window_days, attribution_fallback, "
    "ngr_mode,"
    " active, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    " ON CONFLICT (operator_id, brand_id) DO UPDATE SET name = excluded.name, website_url = excluded.website_url,"
    " attribution_window_days = excluded.attribution_window_days,"
    " attribution_fallback = excluded.attribution_fallback, ngr_mode = excluded.ngr_mode, active = excluded.active");
constexpr Sql kUpsertKey(
    "INSERT INTO api_keys (operator_id, key_id, name, prefix, hash, active, allowed_ips, requests_per_minute, "
    "created_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    " ON CONFLICT (operator_id, key_id) DO UPDATE SET name = excluded.name, active = excluded.active,"
    " allowed_ips = excluded.allowed_ips, requests_per_minute = excluded.requests_per_minute");
constexpr Sql kUpsertUser(
    "INSERT INTO users (operator_id, user_id, email, role, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6)"
    " ON CONFLICT (operator_id, user_id) DO UPDATE SET email = excluded.email, role = excluded.role,"
    " password_hash = excluded.password_hash");
constexpr Sql kInsertAudit(
    "INSERT INTO audit_log (operator_id, entry_id, at, actor, action, subject, before, after)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)");
constexpr Sql kNoteKeyUse(
    "UPDATE api_keys SET last_used_at = $1 WHERE operator_id = $2 AND key_id = $3"
    " AND (last_used_at IS NULL OR last_used_at < $1)");
constexpr Sql kVersions("SELECT operator_id, catalogue_version FROM operators ORDER BY operator_id");
constexpr Sql kSelectOperator(
    "SELECT name, currencies, created_at, catalogue_version FROM operators WHERE operator_id = $1");
constexpr Sql kSelectBrands(
    "SELECT brand_id, name, website_url, attribution_window_days, attribution_fallback, ngr_mode, active, created_at"
    " FROM brands WHERE operator_id = $1 ORDER BY brand_id");
constexpr Sql kSelectKeys(
    "SELECT key_id, name, prefix, hash, active, allowed_ips, requests_per_minute, created_at, last_used_at"
    " FROM api_keys WHERE operator_id = $1 ORDER BY key_id");
constexpr Sql kEmailExists("SELECT 1 FROM users WHERE email = $1 LIMIT 1");
constexpr Sql kInsertSetting("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING");
constexpr Sql kSelectSetting("SELECT value FROM settings WHERE name = $1");
constexpr Sql kProbe(
    "INSERT INTO probes (name, at) VALUES ('write', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at");

using catalogue::kAttributionFallbackNames;
using catalogue::kNgrModeNames;

template <class Enum>
Value NameValue(const std::array<std::string_view, 3>& names, Enum value) {
    return Value::Of(names[static_cast<std::size_t>(value)]);
}

template <class Enum>
Enum FromName(const std::array<std::string_view, 3>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    FAIRLEAD_ASSERT(found != names.end());
    return static_cast<Enum>(found - names.begin());
}

template <class Items, class ToText>
std::string Join(const Items& items, ToText to_text) {
    std::string joined;
    for (const auto& item : items) {
        if (!joined.empty()) joined += ',';
        joined += to_text(item);
    }
    return joined;
}

Value Flag(bool value) { return Value::Of(std::int64_t{value ? 1 : 0}); }
Value Text(const std::string& text) { return Value::Of(std::string_view(text)); }

// Writes one record of a change.
struct Upsert {
    Session& session;
    OperatorId owner;

    Status operator()(const Operator& self) const {
        const std::string currencies = Join(self.declared_currencies, [](const Currency& c) { return c.code(); });
        return session.Run(kUpsertOperator,
                           {Value::Of(self.id), Text(self.name), Text(currencies), Value::Of(self.created_at)});
    }

    Status operator()(const Brand& brand) const {
        return session.Run(
            kUpsertBrand, {Value::Of(owner), Value::Of(brand.id), Text(brand.name),
                           Value::TextOrNull(brand.website_url), Value::Of(std::int64_t{brand.attribution_window_days}),
                           NameValue(kAttributionFallbackNames, brand.attribution_fallback),
                           NameValue(kNgrModeNames, brand.ngr_mode), Flag(brand.active), Value::Of(brand.created_at)});
    }

    Status operator()(const ApiKey& key) const {
        const std::string networks = Join(key.allowed_ips, [](const IpNetwork& n) { return n.ToString(); });
        return session.Run(kUpsertKey, {Value::Of(owner), Value::Of(key.id), Text(key.name), Text(key.prefix),
                                        Value::Of(std::span(key.hash)), Flag(key.active), Text(networks),
                                        Value::Of(key.requests_per_minute), Value::Of(key.created_at)});
    }

    Status operator()(const User& user) const {
        return session.Run(kUpsertUser, {Value::Of(owner), Value::Of(user.id), Text(user.email), Text(user.role),
                                         Text(user.password_hash), Value::Of(user.created_at)});
    }
};

Status CheckVersion(Session& session, const app::CatalogueChange& change) {
    const auto rows = session.Query(kLockVersion, {Value::Of(change.owner)});
    if (!rows) return std::unexpected(rows.error());
    const std::int64_t version = rows->empty() ? 0 : rows->Integer(0, 0);
    if (version == change.based_on_version) return {};
    return Fail(ErrorCode::kConflict, "the operator's data has changed meanwhile");
}

Status WriteAudit(Session& session, const app::CatalogueChange& change) {
    const Timestamp now = Now();
    for (const auto& entry : change.audit) {
        const Uuid id = NewUuid();
        auto done = session.Run(kInsertAudit, {Value::Of(change.owner), Value::Of(id), Value::Of(now),
                                               Text(entry.actor), Text(entry.action), Text(entry.subject),
                                               Value::TextOrNull(entry.before), Value::TextOrNull(entry.after)});
        if (!done) return done;
    }
    return {};
}

Brand ReadBrand(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<BrandId>(row, 0),
            .name = rows.String(row, 1),
            .website_url = rows.String(row, 2),
            .attribution_window_days = static_cast<int>(rows.Integer(row, 3)),
            .attribution_fallback = FromName<AttributionFallback>(kAttributionFallbackNames, rows.Text(row, 4)),
            .ngr_mode = FromName<NgrMode>(kNgrModeNames, rows.Text(row, 5)),
            .active = rows.Integer(row, 6) != 0,
            .created_at = rows.Time(row, 7)};
}

ApiKey ReadKey(const ResultRows& rows, std::size_t row) {
    ApiKey key{.id = rows.Identifier<ApiKeyId>(row, 0),
               .name = rows.String(row, 1),
               .prefix = rows.String(row, 2),
               .active = rows.Integer(row, 4) != 0,
               .requests_per_minute = rows.Integer(row, 6),
               .created_at = rows.Time(row, 7)};
    const std::string_view hash = rows.Text(row, 3);
    FAIRLEAD_ASSERT(hash.size() == key.hash.size());
    std::ranges::copy(hash, key.hash.begin());
    for (const std::string_view text : SplitTrimmed(rows.Text(row, 5), ',')) {
        const auto network = IpNetwork::Parse(text);
        FAIRLEAD_ASSERT(network);
        key.allowed_ips.push_back(*network);
    }
    if (!rows.IsNull(row, 8)) key.last_used_at = rows.Time(row, 8);
    return key;
}

}  // namespace

Status ApplyChange(Session& session, const app::CatalogueChange& change) {
    if (auto done = CheckVersion(session, change); !done) return done;
    for (const auto& record : change.upserts) {
        if (auto done = std::visit(Upsert{session, change.owner}, record); !done) return done;
    }
    if (auto done = WriteAudit(session, change); !done) return done;
    return session.Run(kMoveVersion, {Value::Of(change.owner)});
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
    const auto self = session.Query(kSelectOperator, {Value::Of(id)});
    if (!self) return std::unexpected(self.error());
    if (self->empty()) return Fail(ErrorCode::kNotFound, "the operator does not exist");
    const auto brands = session.Query(kSelectBrands, {Value::Of(id)});
    if (!brands) return std::unexpected(brands.error());
    const auto keys = session.Query(kSelectKeys, {Value::Of(id)});
    if (!keys) return std::unexpected(keys.error());

    app::OperatorRecords records{.self = {.id = id, .name = self->String(0, 0), .created_at = self->Time(0, 2)},
                                 .version = self->Integer(0, 3)};
    for (const std::string_view code : SplitTrimmed(self->Text(0, 1), ',')) {
        const auto currency = Currency::Parse(code);
        FAIRLEAD_ASSERT(currency);
        records.self.declared_currencies.push_back(*currency);
    }
    for (std::size_t i = 0; i < brands->size(); ++i) records.brands.push_back(ReadBrand(*brands, i));
    for (std::size_t i = 0; i < keys->size(); ++i) records.api_keys.push_back(ReadKey(*keys, i));
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
