#include "app/reports/report_filters_json.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::ReportPreset;

constexpr Sql kUpsertReportPreset(
    "INSERT INTO report_presets (operator_id, preset_id, name, group_keys, metrics, filters, start_date, end_date,"
    " period, token_active, token_hash, token_sealed, created_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
    " ON CONFLICT (operator_id, preset_id) DO UPDATE SET name = excluded.name, group_keys = excluded.group_keys,"
    " metrics = excluded.metrics, filters = excluded.filters, start_date = excluded.start_date,"
    " end_date = excluded.end_date, period = excluded.period, token_active = excluded.token_active,"
    " token_hash = excluded.token_hash, token_sealed = excluded.token_sealed");
constexpr Sql kSelectReportPresets(
    "SELECT preset_id, name, group_keys, metrics, filters, start_date, end_date, period, token_active, token_hash,"
    " token_sealed, created_at FROM report_presets WHERE operator_id = $1 ORDER BY preset_id");

std::optional<Date> ReadDateOrNull(const ResultRows& rows, std::size_t row, std::size_t column) {
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
    ReportPreset preset{.id = rows.Identifier<ReportPresetId>(row, 0),
                        .name = rows.String(row, 1),
                        .group_keys = ReadNames(rows.Text(row, 2)),
                        .metrics = ReadNames(rows.Text(row, 3)),
                        .filters = app::FiltersFromText(rows.Text(row, 4)),
                        .start = ReadDateOrNull(rows, row, 5),
                        .end = ReadDateOrNull(rows, row, 6),
                        .period = rows.String(row, 7),
                        .token_active = rows.Integer(row, 8) != 0,
                        .token_sealed = rows.String(row, 10),
                        .created_at = rows.Time(row, 11)};
    const std::string_view hash = rows.Text(row, 9);
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

Status ReadAll(Connection& connection, OperatorId owner, std::vector<ReportPreset>& presets) {
    return ReadEvery(connection, kSelectReportPresets, owner, ReadReportPreset, presets);
}

}  // namespace fairlead::ledger
