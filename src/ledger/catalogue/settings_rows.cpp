#include "ledger/catalogue/settings_rows.hpp"

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kSettingsColumns("first_day, starts_at, time_zone, base_currency");
constexpr auto kInsertedSettingsColumns = "operator_id, " + kSettingsColumns;
constexpr ComposedSql kInsertSettings(InsertInto("settings_changes", kInsertedSettingsColumns));
constexpr ComposedSql kSelectSettings("SELECT " + kSettingsColumns +
                                      " FROM settings_changes WHERE operator_id = $1 ORDER BY first_day");
constexpr Sql kDeleteSettings("DELETE FROM settings_changes WHERE operator_id = $1");

constexpr Sql kFirstSettings("SELECT time_zone, base_currency FROM operators WHERE operator_id = $1");
// Players, accruals and statements follow from events, fees and adjustments.
constexpr Sql kHasRecords(
    "SELECT CASE WHEN last_seq > 0 OR EXISTS (SELECT 1 FROM statements WHERE operator_id = $1)"
    " OR EXISTS (SELECT 1 FROM adjustments WHERE operator_id = $1) THEN 1 ELSE 0 END AS recorded"
    " FROM operators WHERE operator_id = $1");

}  // namespace

// There are few of them, so all are replaced.
Status StoreSettings(Connection& connection, OperatorId owner, const catalogue::DatedSettings& settings) {
    TRY(connection.Run(kDeleteSettings, {Value::Of(owner)}));
    for (const catalogue::SettingsChange& change : settings.changes) {
        TRY(connection.Run(kInsertSettings, {Value::Of(owner), Value::Of(std::int64_t{change.first_day.days}),
                                             Value::Of(change.starts_at), Text(change.time_zone),
                                             Value::Of(change.base_currency.code())}));
    }
    return {};
}

Result<std::vector<catalogue::SettingsChange>> ReadSettings(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kSelectSettings, {Value::Of(owner)}));
    std::vector<catalogue::SettingsChange> changes;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        changes.push_back({{static_cast<std::int32_t>(rows.Integer(row, kSelectSettings["first_day"]))},
                           rows.Time(row, kSelectSettings["starts_at"]),
                           rows.String(row, kSelectSettings["time_zone"]),
                           ReadCurrency(rows, row, kSelectSettings["base_currency"])});
    }
    return changes;
}

Result<bool> HasRecords(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kHasRecords, {Value::Of(owner)}));
    return !rows.empty() && rows.Integer(0, kHasRecords["recorded"]) != 0;
}

Status CheckDated(Connection& connection, OperatorId owner, const catalogue::DatedSettings& settings, Timestamp now) {
    const auto rows = TRY(connection.Query(kFirstSettings, {Value::Of(owner)}));
    if (rows.empty()) return {};
    const catalogue::DatedSettings stored{.first_time_zone = rows.String(0, kFirstSettings["time_zone"]),
                                          .first_base_currency = ReadCurrency(rows, 0, kFirstSettings["base_currency"]),
                                          .changes = TRY(ReadSettings(connection, owner))};
    if (stored.WithoutPending(now) == settings.WithoutPending(now)) return {};
    const bool recorded = TRY(HasRecords(connection, owner));
    if (!recorded) return {};
    return Fail(ErrorCode::kDateRequired, std::string(app::kDateRequiredText));
}

}  // namespace fairlead::ledger
