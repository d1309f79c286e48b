#include "ledger/outbox/report_run_rows.hpp"

#include "ledger/outbox/message_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kInsertReportRun(
    "INSERT INTO report_runs (operator_id, schedule_id, recorded_at, run_id, start_date, end_date, actor, row_count,"
    " error) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)");
constexpr Sql kInsertReportFile(
    "INSERT INTO report_files (operator_id, run_id, format, name, content) VALUES ($1, $2, $3, $4, $5)");
constexpr Sql kDropFiles(
    "DELETE FROM report_files WHERE operator_id = $1 AND run_id IN (SELECT run_id FROM report_runs"
    " WHERE operator_id = $1 AND schedule_id = $2 ORDER BY recorded_at DESC LIMIT $3 OFFSET $4)");
constexpr Sql kDropRuns(
    "DELETE FROM report_runs WHERE operator_id = $1 AND schedule_id = $2 AND run_id IN (SELECT run_id FROM report_runs"
    " WHERE operator_id = $1 AND schedule_id = $2 ORDER BY recorded_at DESC LIMIT $3 OFFSET $4)");
constexpr Sql kSelectReportFiles(
    "SELECT format, name, content FROM report_files WHERE operator_id = $1 AND run_id IN"
    " (SELECT run_id FROM report_runs WHERE operator_id = $1 AND recorded_at = $2) ORDER BY format");
constexpr Sql kSelectReportRuns(
    "SELECT recorded_at, run_id, start_date, end_date, actor, row_count, error FROM report_runs"
    " WHERE operator_id = $1 AND schedule_id = $2 ORDER BY recorded_at DESC LIMIT $3");
constexpr Sql kInsertReportPost(
    "INSERT INTO outbox_messages (operator_id, created_at, position, destination_id, kind, type, content, status,"
    " started_at, failures, attempts, next_attempt_at) VALUES ($1, $2, $3, $4, $5, 'report', $6, 0, $2, 0, 0, $2)");

// The most old runs that one run drops. Every run drops, so usually there is only one.
constexpr std::int64_t kDroppedAtOnce = 10;

app::ReportRunRecord ReadReportRun(const ResultRows& rows, std::size_t row, DestinationId schedule) {
    return {.run = {.id = rows.Identifier<outbox::ReportRunId>(row, kSelectReportRuns["run_id"]),
                    .schedule = schedule,
                    .days = {ReadDate(rows, row, kSelectReportRuns["start_date"]),
                             ReadDate(rows, row, kSelectReportRuns["end_date"])},
                    .actor = rows.String(row, kSelectReportRuns["actor"]),
                    .row_count = rows.Integer(row, kSelectReportRuns["row_count"]),
                    .error = rows.String(row, kSelectReportRuns["error"]),
                    .files = {},
                    .posts = {}},
            .at = rows.Time(row, kSelectReportRuns["recorded_at"]),
            .deliveries = {}};
}

Status AddDeliveries(Connection& connection, OperatorId owner, app::ReportRunRecord& record) {
    for (const MessageRow& row : TRY(ReadMessagesOfCommit(connection, owner, record.at))) {
        const bool is_mail = row.kind == outbox::DestinationKind::kMail;
        if (!is_mail && row.kind != outbox::DestinationKind::kReport) continue;
        app::DeliveryRecord delivery;
        delivery.place = row.place;
        delivery.destination = row.destination;
        delivery.kind = row.kind;
        delivery.type = row.type;
        delivery.status = row.status;
        delivery.attempt_count = row.attempts;
        delivery.next_attempt_at = row.next_attempt_at;
        record.deliveries.push_back(std::move(delivery));
    }
    return {};
}

}  // namespace

Status InsertReportRun(Connection& connection, OperatorId owner, Timestamp recorded_at, const outbox::ReportRun& run) {
    TRY(connection.Run(kInsertReportRun,
                       {Value::Of(owner), Value::Of(run.schedule), Value::Of(recorded_at), Value::Of(run.id),
                        Value::Of(std::int64_t{run.days.first.days}), Value::Of(std::int64_t{run.days.last.days}),
                        Text(run.actor), Value::Of(run.row_count), Value::TextOrNull(run.error)}));
    for (const outbox::ReportFile& file : run.files) {
        const Value content{Value::Kind::kBytes, 0, file.content};
        TRY(connection.Run(kInsertReportFile, {Value::Of(owner), Value::Of(run.id),
                                               Value::Of(outbox::Name(file.format)), Text(file.name), content}));
    }
    const auto drop = [&](const Sql& sql, std::size_t kept) {
        return connection.Run(sql, {Value::Of(owner), Value::Of(run.schedule), Value::Of(kDroppedAtOnce),
                                    Value::Of(static_cast<std::int64_t>(kept))});
    };
    TRY(drop(kDropFiles, app::kReportRunsWithFiles));
    return drop(kDropRuns, app::kReportRunsKept);
}

Status InsertReportPosts(Connection& connection, OperatorId owner, Timestamp recorded_at, std::int64_t first,
                         const outbox::ReportRun& run) {
    ParameterRows rows(6);
    for (const std::string& content : run.posts) {
        rows.Add({Value::Of(owner), Value::Of(recorded_at), Value::Of(first++), Value::Of(run.schedule),
                  NameValue(outbox::kDestinationKindNames, outbox::DestinationKind::kReport), Text(content)});
    }
    return connection.RunEach(kInsertReportPost, rows);
}

Result<std::vector<outbox::ReportFile>> ReadFilesOfRun(Connection& connection, OperatorId owner, Timestamp commit) {
    const auto rows = TRY(connection.Query(kSelectReportFiles, {Value::Of(owner), Value::Of(commit)}));
    std::vector<outbox::ReportFile> files;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        files.push_back({.format = FromName<outbox::FileFormat>(outbox::kFileFormatNames,
                                                                rows.Text(i, kSelectReportFiles["format"])),
                         .name = rows.String(i, kSelectReportFiles["name"]),
                         .content = rows.String(i, kSelectReportFiles["content"])});
    }
    return files;
}

Result<std::vector<app::ReportRunRecord>> ReadRunsOfSchedule(Connection& connection, OperatorId owner,
                                                             DestinationId schedule) {
    const auto limit = static_cast<std::int64_t>(app::kReportRunsKept);
    const auto rows =
        TRY(connection.Query(kSelectReportRuns, {Value::Of(owner), Value::Of(schedule), Value::Of(limit)}));
    std::vector<app::ReportRunRecord> runs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        runs.push_back(ReadReportRun(rows, i, schedule));
        TRY(AddDeliveries(connection, owner, runs.back()));
    }
    return runs;
}

}  // namespace fairlead::ledger
