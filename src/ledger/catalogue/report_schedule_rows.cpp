#include "app/ports/outgoing/outbox.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using outbox::ReportSchedule;

constexpr SqlText kReportScheduleColumns(
    "preset_id, frequency, send_hour, recipients, formats, url, status, pause_reason, paused_at, resumed_at,"
    " secret_sealed, sent_to, previous_sealed, previous_until, unsubscribed");
constexpr ComposedSql kUpsertReportSchedule(UpsertInto("report_schedules", "operator_id, schedule_id",
                                                       kReportScheduleColumns, "created_at"));
constexpr ComposedSql kSelectReportSchedules(
    "SELECT schedule_id, " + kReportScheduleColumns +
    ", created_at FROM report_schedules WHERE operator_id = $1 ORDER BY schedule_id");
constexpr Sql kDeleteReportSchedule("DELETE FROM report_schedules WHERE operator_id = $1 AND schedule_id = $2");
constexpr Sql kDeleteFilesOfSchedule(
    "DELETE FROM report_files WHERE operator_id = $1 AND run_id IN"
    " (SELECT run_id FROM report_runs WHERE operator_id = $1 AND schedule_id = $2)");
// Messages of a deleted schedule are no longer sent. Retention keeps waiting messages, so they would be kept forever.
constexpr Sql kFailMessagesOfSchedule(
    "UPDATE outbox_messages SET status = 2 WHERE operator_id = $1 AND destination_id = $2 AND status = 0");
constexpr Sql kDeleteRunsOfSchedule("DELETE FROM report_runs WHERE operator_id = $1 AND schedule_id = $2");

std::vector<outbox::FileFormat> ReadFormats(std::string_view names) {
    std::vector<outbox::FileFormat> formats;
    for (const std::string_view name : SplitTrimmed(names, ',')) {
        formats.push_back(FromName<outbox::FileFormat>(outbox::kFileFormatNames, name));
    }
    return formats;
}

ReportSchedule ReadReportSchedule(const ResultRows& rows, std::size_t row) {
    const Column sent_to = kSelectReportSchedules["sent_to"];
    return {.id = rows.Identifier<DestinationId>(row, kSelectReportSchedules["schedule_id"]),
            .preset = rows.Identifier<ReportPresetId>(row, kSelectReportSchedules["preset_id"]),
            .frequency = FromName<outbox::Frequency>(outbox::kFrequencyNames,
                                                     rows.Text(row, kSelectReportSchedules["frequency"])),
            .hour = static_cast<int>(rows.Integer(row, kSelectReportSchedules["send_hour"])),
            .recipients = ParseList<UserId>(rows.Text(row, kSelectReportSchedules["recipients"])),
            .formats = ReadFormats(rows.Text(row, kSelectReportSchedules["formats"])),
            .url = rows.String(row, kSelectReportSchedules["url"]),
            .status = FromName<outbox::DestinationStatus>(outbox::kDestinationStatusNames,
                                                          rows.Text(row, kSelectReportSchedules["status"])),
            .pause_reason = rows.String(row, kSelectReportSchedules["pause_reason"]),
            .paused_at = ReadOptionalTime(rows, row, kSelectReportSchedules["paused_at"]),
            .resumed_at = ReadOptionalTime(rows, row, kSelectReportSchedules["resumed_at"]),
            .secret_sealed = rows.String(row, kSelectReportSchedules["secret_sealed"]),
            .sent_to = rows.IsNull(row, sent_to) ? std::nullopt : std::optional(ReadDate(rows, row, sent_to)),
            .created_at = rows.Time(row, kSelectReportSchedules["created_at"]),
            .previous_sealed = rows.String(row, kSelectReportSchedules["previous_sealed"]),
            .previous_until = ReadOptionalTime(rows, row, kSelectReportSchedules["previous_until"]),
            .unsubscribed = ParseList<UserId>(rows.Text(row, kSelectReportSchedules["unsubscribed"]))};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const ReportSchedule& schedule) {
    const auto joined = [](const std::vector<UserId>& users) {
        return Join(users, [](UserId id) { return id.ToString(); });
    };
    const std::string recipients = joined(schedule.recipients);
    const std::string unsubscribed = joined(schedule.unsubscribed);
    const std::string formats =
        Join(schedule.formats, [](outbox::FileFormat format) { return std::string(outbox::Name(format)); });
    return connection.Run(
        kUpsertReportSchedule,
        {Value::Of(owner), Value::Of(schedule.id), Value::Of(schedule.preset),
         NameValue(outbox::kFrequencyNames, schedule.frequency), Value::Of(std::int64_t{schedule.hour}),
         Text(recipients), Text(formats), Value::TextOrNull(schedule.url),
         NameValue(outbox::kDestinationStatusNames, schedule.status), Value::TextOrNull(schedule.pause_reason),
         TimeOrNull(schedule.paused_at), TimeOrNull(schedule.resumed_at), BytesOrNull(schedule.secret_sealed),
         DateOrNull(schedule.sent_to), BytesOrNull(schedule.previous_sealed), TimeOrNull(schedule.previous_until),
         Text(unsubscribed), Value::Of(schedule.created_at)});
}

Status Upsert(Connection& connection, OperatorId owner, const outbox::DeletedReportSchedule& schedule) {
    static_assert(static_cast<int>(app::DeliveryStatus::kFailed) == 2);
    for (const Sql* each :
         {&kFailMessagesOfSchedule, &kDeleteFilesOfSchedule, &kDeleteRunsOfSchedule, &kDeleteReportSchedule}) {
        TRY(connection.Run(*each, {Value::Of(owner), Value::Of(schedule.id)}));
    }
    return {};
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<ReportSchedule>& schedules) {
    return ReadEvery(connection, kSelectReportSchedules, owner, ReadReportSchedule, schedules);
}

}  // namespace fairlead::ledger
