#include "app/schedules/make_report_run.hpp"

#include <boost/json.hpp>
#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

#include "app/reports/preset_request.hpp"
#include "app/reports/report_csv.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using outbox::FileFormat;
using outbox::ReportRun;
using outbox::ReportSchedule;

// After this time a report by mail is of no use any more.
constexpr std::int64_t kReportMailMicros = 7 * kMicrosPerDay;

std::string DaysText(const outbox::ReportDays& days) {
    if (days.first == days.last) return days.first.ToString();
    return days.first.ToString() + " to " + days.last.ToString();
}

json::array JsonNames(const std::vector<std::string>& names) { return json::array(names.begin(), names.end()); }

void AppendParameter(std::string& url, std::string_view name, const std::string& value) {
    url.append(url.ends_with('?') ? "" : "&").append(name).append("=");
    url += boost::urls::encode(value, boost::urls::unreserved_chars);
}

// The console's page with the report of these days.
std::string ReportPageUrl(const std::string& public_url, const catalogue::ReportPreset& preset,
                          const outbox::ReportDays& days) {
    json::object filters;
    for (const auto& [name, values] : preset.filters) filters[name] = JsonNames(values);
    std::string url = public_url + "/console/reports?";
    AppendParameter(url, "preset", preset.id.ToString());
    AppendParameter(url, "groups", json::serialize(JsonNames(preset.group_keys)));
    AppendParameter(url, "metrics", json::serialize(JsonNames(preset.metrics)));
    if (!filters.empty()) AppendParameter(url, "filters", json::serialize(filters));
    AppendParameter(url, "period", "custom");
    AppendParameter(url, "from", days.first.ToString());
    AppendParameter(url, "to", days.last.ToString());
    return url;
}

// Nothing if it would be longer than `bytes_max`.
std::optional<std::string> WriteCsv(const reporting::ReportTable& table, std::size_t bytes_max) {
    std::string csv;
    AppendCsvHead(table, csv);
    for (std::size_t row = 0; row < table.row_count; ++row) {
        AppendCsvRow(table, row, csv);
        if (csv.size() > bytes_max) return std::nullopt;
    }
    AppendCsvTail(table, csv);
    return csv;
}

// The users among the recipients that can log in now and have not unsubscribed.
std::vector<const catalogue::User*> ActiveRecipients(const OperatorEntry& owner, const ReportSchedule& schedule) {
    std::vector<const catalogue::User*> active;
    for (const UserId id : schedule.recipients) {
        const auto* user = owner.FindUser(id);
        const bool can_log_in = user != nullptr && user->status == catalogue::UserStatus::kActive;
        if (can_log_in && schedule.IsSentTo(id)) active.push_back(user);
    }
    return active;
}

// Why the report has no recipient. Empty if it has one.
std::string FindObstacle(const ReportRunParts& parts, const ReportOrdered& ordered) {
    if (!ordered.schedule.url.empty()) return {};
    if (!parts.sends_mails) return "the service sends no mails: the setting mail_host is empty";
    return ActiveRecipients(*ordered.owner, ordered.schedule).empty()
               ? "none of the recipients gets it: they cannot log in any more, or have unsubscribed"
               : "";
}

ReportRun BlankRun(const ReportOrdered& ordered) {
    return {.id = outbox::ReportRunId::New(),
            .schedule = ordered.schedule.id,
            .days = ordered.days,
            .actor = ordered.actor,
            .error = {},
            .files = {},
            .posts = {}};
}

Status AddFiles(const ReportRunParts& parts, const ReportOrdered& ordered, const std::string& name,
                const reporting::ReportTable& table, ReportRun& run) {
    auto csv = WriteCsv(table, parts.file_bytes_max);
    if (!csv) return {};
    const std::string whole = name + "-" + ordered.days.first.ToString() + "-" + ordered.days.last.ToString();
    for (const FileFormat format : ordered.schedule.formats) {
        outbox::ReportFile file{.format = format, .name = SafeFileName(whole, outbox::Name(format)), .content = {}};
        file.content = format == FileFormat::kCsv ? *csv : TRY(parts.sheets.Write(table));
        run.files.push_back(std::move(file));
    }
    return {};
}

// What is posted to the URL: each file, or a link if they are too large.
std::vector<std::string> PostsOf(const ReportRunParts& parts, const ReportOrdered& ordered, const ReportRun& run) {
    std::vector<std::string> posts;
    for (const outbox::ReportFile& file : run.files) posts.emplace_back(outbox::Name(file.format));
    if (!posts.empty()) return posts;
    const auto* preset = ordered.owner->FindReportPreset(ordered.schedule.preset);
    return {json::serialize(json::object{{"scheduleId", ordered.schedule.id.ToString()},
                                         {"presetId", ordered.schedule.preset.ToString()},
                                         {"startDate", run.days.first.ToString()},
                                         {"endDate", run.days.last.ToString()},
                                         {"rowCount", run.row_count},
                                         {"url", ReportPageUrl(parts.public_url, *preset, run.days)}})};
}

std::string FileNames(const ReportRun& run) {
    std::string names;
    for (const outbox::ReportFile& file : run.files) {
        if (!names.empty()) names += " and ";
        names += file.format == FileFormat::kCsv ? "CSV" : "XLSX";
    }
    return names;
}

std::vector<outbox::Mail> MailsOf(const std::string& public_url, const OperatorEntry& owner,
                                  const ReportSchedule& schedule, const ReportRun& run) {
    const auto* preset = owner.FindReportPreset(schedule.preset);
    std::vector<outbox::Mail> mails;
    if (!run.error.empty() || !schedule.url.empty() || preset == nullptr) return mails;
    for (const catalogue::User* user : ActiveRecipients(owner, schedule)) {
        outbox::Mail mail{.type = outbox::MailType::kReport,
                          .to = user->email,
                          .values = {},
                          .expires_at = {Now().micros + kReportMailMicros}};
        mail.values = {
            {"name", preset->name},
            {"days", DaysText(run.days)},
            {"files", FileNames(run)},
            {"frequency", std::string(outbox::kFrequencyNames[static_cast<std::size_t>(schedule.frequency)])},
            {"url", ReportPageUrl(public_url, *preset, run.days)},
            {"scheduleId", schedule.id.ToString()},
            {"userId", user->id.ToString()}};
        mails.push_back(std::move(mail));
    }
    return mails;
}

AuditEntry RunAudit(const ReportRun& run) {
    json::object after{
        {"startDate", run.days.first.ToString()}, {"endDate", run.days.last.ToString()}, {"rowCount", run.row_count}};
    if (!run.error.empty()) after["error"] = run.error;
    return {.actor = run.actor,
            .action = run.error.empty() ? "reportSchedule.send" : "reportSchedule.fail",
            .subject = "reportSchedule/" + run.schedule.ToString(),
            .before = {},
            .after = json::serialize(after)};
}

}  // namespace

Result<std::shared_ptr<const ReportRun>> MakeReportRun(const ReportRunParts& parts, const ReportOrdered& ordered) {
    if (std::string obstacle = FindObstacle(parts, ordered); !obstacle.empty()) {
        return FailedReportRun(ordered, std::move(obstacle));
    }
    const auto* preset = ordered.owner->FindReportPreset(ordered.schedule.preset);
    if (preset == nullptr) return Fail(ErrorCode::kNotFound, "the saved report is deleted");
    const auto table =
        TRY(parts.run_report.Run(RequestOfPreset(ordered.owner, *preset, {ordered.days.first, ordered.days.last})));
    ReportRun run = BlankRun(ordered);
    run.row_count = static_cast<std::int64_t>(table->row_count);
    TRY(AddFiles(parts, ordered, preset->name, *table, run));
    if (!ordered.schedule.url.empty()) run.posts = PostsOf(parts, ordered, run);
    return std::make_shared<const ReportRun>(std::move(run));
}

std::shared_ptr<const ReportRun> FailedReportRun(const ReportOrdered& ordered, std::string error) {
    ReportRun run = BlankRun(ordered);
    run.error = std::move(error);
    return std::make_shared<const ReportRun>(std::move(run));
}

ManageCatalogue::Decide StoreReportRun(std::string public_url, ReportOrdered ordered,
                                       std::shared_ptr<const ReportRun> run) {
    using Decided = std::expected<ManageCatalogue::CatalogueDecision, Errors>;
    return [public_url = std::move(public_url), ordered = std::move(ordered),
            run = std::move(run)](const DecisionContext& context) -> Decided {
        const auto* schedule = context.own.FindReportSchedule(ordered.schedule.id);
        if (schedule == nullptr) {
            return std::unexpected(Errors{{ErrorCode::kNotFound, "", "there is no such resource"}});
        }
        ManageCatalogue::CatalogueDecision decision{
            .change = {.owner = context.own.records.self.id, .based_on_version = context.own.records.version},
            .answer = {}};
        const bool is_active = schedule->status == outbox::DestinationStatus::kActive;
        const bool was_sent = schedule->sent_to && *schedule->sent_to >= run->days.last;
        if (ordered.IsDue() && (was_sent || !is_active)) return decision;
        ReportSchedule after = *schedule;
        if (ordered.IsDue()) after.sent_to = run->days.last;
        decision.change.upserts.emplace_back(after);
        decision.change.audit.push_back(RunAudit(*run));
        decision.change.report_run = run;
        decision.mails = MailsOf(public_url, context.own, after, *run);
        return decision;
    };
}

}  // namespace fairlead::app
