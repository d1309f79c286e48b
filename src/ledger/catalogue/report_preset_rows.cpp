#include "app/reports/report_filters_json.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::ReportPreset;

constexpr SqlText kReportPresetColumns(
    "name, group_keys, metrics, filters, start_date, end_date, period, token_active, token_hash, token_sealed");
constexpr ComposedSql kUpsertReportPreset(UpsertInto("report_presets", "operator_id, preset_id", kReportPresetColumns,
                                                     "created_at"));
constexpr ComposedSql kSelectReportPresets(
    "SELECT preset_id, " + kReportPresetColumns +
    ", created_at FROM report_presets WHERE operator_id = $1 ORDER BY preset_id");
constexpr Sql kDeleteReportPreset("DELETE FROM report_presets WHERE operator_id = $1 AND preset_id = $2");

std::optional<Date> ReadDateOrNull(const ResultRows& rows, std::size_t row, Column column) {
    return rows.IsNull(row, column) ? std::nullopt : std::optional(ReadDate(rows, row, column));
}

std::vector<std::string> ReadNames(std::string_view joined) {
    std::vector<std::string> names;
    for (const std::string_view name : SplitTrimmed(joined, ',')) names.emplace_back(name);
    return names;
}

std::string JoinNames(const std::vector<std::string>& names) {
    return Join(names, [](const std::string& name) { return name; });
}

std::span<const std::uint8_t> BytesOfText(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

ReportPreset ReadReportPreset(const ResultRows& rows, std::size_t row) {
    ReportPreset preset{.id = rows.Identifier<ReportPresetId>(row, kSelectReportPresets["preset_id"]),
                        .name = rows.String(row, kSelectReportPresets["name"]),
                        .group_keys = ReadNames(rows.Text(row, kSelectReportPresets["group_keys"])),
                        .metrics = ReadNames(rows.Text(row, kSelectReportPresets["metrics"])),
                        .filters = app::FiltersFromText(rows.Text(row, kSelectReportPresets["filters"])),
                        .start = ReadDateOrNull(rows, row, kSelectReportPresets["start_date"]),
                        .end = ReadDateOrNull(rows, row, kSelectReportPresets["end_date"]),
                        .period = rows.String(row, kSelectReportPresets["period"]),
                        .token_active = rows.Integer(row, kSelectReportPresets["token_active"]) != 0,
                        .token_sealed = rows.String(row, kSelectReportPresets["token_sealed"]),
                        .created_at = rows.Time(row, kSelectReportPresets["created_at"])};
    const std::string_view hash = rows.Text(row, kSelectReportPresets["token_hash"]);
    CheckReadable(hash.size() == preset.token_hash.size(), "the hash of a token");
    std::ranges::copy(hash, preset.token_hash.begin());
    return preset;
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const ReportPreset& preset) {
    const std::string group_keys = JoinNames(preset.group_keys);
    const std::string metrics = JoinNames(preset.metrics);
    const std::string filters = app::FiltersToText(preset.filters);
    return connection.Run(kUpsertReportPreset,
                          {Value::Of(owner), Value::Of(preset.id), Text(preset.name), Text(group_keys), Text(metrics),
                           Text(filters), DateOrNull(preset.start), DateOrNull(preset.end), Text(preset.period),
                           Flag(preset.token_active), Value::Of(std::span(preset.token_hash)),
                           Value::Of(BytesOfText(preset.token_sealed)), Value::Of(preset.created_at)});
}

Status Upsert(Connection& connection, OperatorId owner, const catalogue::DeletedReportPreset& preset) {
    return connection.Run(kDeleteReportPreset, {Value::Of(owner), Value::Of(preset.id)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<ReportPreset>& presets) {
    return ReadEvery(connection, kSelectReportPresets, owner, ReadReportPreset, presets);
}

}  // namespace fairlead::ledger
