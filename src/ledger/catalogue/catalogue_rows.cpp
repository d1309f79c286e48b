#include "ledger/catalogue/catalogue_rows.hpp"

#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kNoteKeyUse(
    "UPDATE api_keys SET last_used_at = $1 WHERE operator_id = $2 AND key_id = $3"
    " AND (last_used_at IS NULL OR last_used_at < $1)");
constexpr Sql kVersions("SELECT operator_id, catalogue_version FROM operators ORDER BY operator_id");
constexpr Sql kEmailExists("SELECT 1 FROM users WHERE email = $1 LIMIT 1");
constexpr Sql kInsertSetting("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING");
constexpr Sql kUpdateSetting("UPDATE settings SET value = $1 WHERE name = $2");
constexpr Sql kSelectSetting("SELECT value FROM settings WHERE name = $1");
constexpr Sql kProbe(
    "INSERT INTO probes (name, at) VALUES ('write', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at");

}  // namespace

void LogLeftOut(OperatorId owner, const DamagedRecord& damage) {
    telemetry::LogError(
        "a user or an API key in the ledger cannot be read and does not work. Run fairlead verify",
        {{"operator", std::string_view(owner.ToString())}, {"reason", std::string_view(damage.what())}});
}

Status NoteKeyUses(Connection& connection, const std::vector<app::KeyUse>& uses) {
    ParameterRows parameters(3);
    for (const auto& use : uses) parameters.Add({Value::Of(use.at), Value::Of(use.owner), Value::Of(use.key)});
    return connection.RunEach(kNoteKeyUse, parameters);
}

Result<std::vector<app::OperatorVersion>> ReadOperatorVersions(Connection& connection) {
    const auto rows = TRY(connection.Query(kVersions, {}));
    std::vector<app::OperatorVersion> versions;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        versions.push_back({rows.Identifier<OperatorId>(i, kVersions["operator_id"]),
                            rows.Integer(i, kVersions["catalogue_version"])});
    }
    return versions;
}

Result<app::OperatorRecords> ReadOperator(Connection& connection, OperatorId id) {
    // The operator's row is read first. If a change is committed during the reading, the version is older than the
    // other records, and the next comparison of versions loads the operator again.
    app::OperatorRecords records;
    Status done = ReadSelf(connection, id, records);
    const auto read = [&](auto&... lists) { ((done = done ? ReadAll(connection, id, lists) : done), ...); };
    read(records.brands, records.api_keys, records.users, records.affiliates, records.marketing_sources,
         records.campaigns, records.images, records.creatives, records.landing_pages, records.links, records.deals,
         records.report_presets, records.postbacks, records.webhooks, records.report_schedules, records.fraud_rules);
    if (!done) return std::unexpected(done.error());
    return records;
}

Result<bool> ReadEmailExists(Connection& connection, const std::string& email) {
    const auto rows = TRY(connection.Query(kEmailExists, {Text(email)}));
    return !rows.empty();
}

Result<std::string> ReadSettingOrStore(Connection& connection, const std::string& name, const std::string& value) {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(value.data()), value.size());
    TRY(connection.Run(kInsertSetting, {Text(name), Value::Of(bytes)}));
    const auto rows = TRY(connection.Query(kSelectSetting, {Text(name)}));
    return rows.String(0);
}

Status ReplaceSetting(Connection& connection, const std::string& name, const std::string& value) {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(value.data()), value.size());
    return connection.Run(kUpdateSetting, {Value::Of(bytes), Text(name)});
}

Status WriteProbe(Connection& connection) { return connection.Run(kProbe, {Value::Of(Now())}); }

}  // namespace fairlead::ledger
