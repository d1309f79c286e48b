#include "app/resources/report_schedule_resource.hpp"

#include "app/declarations/declared_resource.hpp"
#include "app/declarations/references.hpp"
#include "app/outbox/webhook_secrets.hpp"

namespace fairlead::app {

namespace json = boost::json;
using outbox::ReportSchedule;

namespace {

constexpr std::size_t kSchedulesMax = 50;   // Of one operator, without inactive ones.
constexpr std::size_t kRecipientsMax = 20;  // Of one schedule.
constexpr std::int64_t kLastHour = 23;

Errors ReadRecipients(const json::value& value, ReportSchedule& schedule) {
    if (value.is_null()) {
        schedule.recipients.clear();
        return {};
    }
    return CheckList(value, kRecipientsMax, UserId(), CheckId<UserId>, schedule.recipients);
}

json::value WriteUsers(const std::vector<UserId>& users) {
    json::array ids;
    for (const UserId id : users) ids.emplace_back(id.ToString());
    return ids;
}

json::value WriteRecipients(const ReportSchedule& schedule, const View&) { return WriteUsers(schedule.recipients); }

// A user who was deleted or disabled later may stay in the list, and gets nothing.
Errors FindRecipients(const OperatorEntry& owner, const ReportSchedule& schedule) {
    Errors all;
    for (std::size_t i = 0; i < schedule.recipients.size(); ++i) {
        const auto* user = owner.FindUser(schedule.recipients[i]);
        if (user != nullptr && CanGetReports(*user)) continue;
        AppendAt("/" + std::to_string(i),
                 Wrong(ErrorCode::kInvalidValue, "must be a user of the operator, not of an affiliate"), all);
    }
    return all;
}

Errors CheckFormat(const json::value& value, outbox::FileFormat& out) {
    std::size_t index = 0;
    Errors errors = CheckName(value, outbox::kFileFormatNames, index);
    if (errors.empty()) out = static_cast<outbox::FileFormat>(index);
    return errors;
}

Errors ReadScheduleFormats(const json::value& value, ReportSchedule& schedule) {
    std::vector<outbox::FileFormat> formats;
    Errors errors = CheckList(value, outbox::kFileFormatNames.size(), outbox::FileFormat::kCsv, CheckFormat, formats);
    if (!errors.empty()) return errors;
    if (formats.empty()) return Wrong(ErrorCode::kInvalidValue, "must have at least one format");
    std::ranges::sort(formats);
    schedule.formats = std::move(formats);
    return {};
}

json::value WriteScheduleFormats(const ReportSchedule& schedule, const View&) {
    json::array names;
    for (const outbox::FileFormat format : schedule.formats) names.emplace_back(outbox::Name(format));
    return names;
}

// Only messages to a URL are signed, so a schedule without a URL has no secret.
json::object MakeScheduleSecret(const DecisionContext&, const ChangeRequest& request, ReportSchedule& schedule) {
    if (schedule.url.empty()) return {{"secret", nullptr}};
    return {{"secret", GiveWebhookSecret(request.token_key, Now(), schedule)}};
}

// Reports that were due before a person resumed the schedule or changed its times are not sent.
void ReviseSchedule(const DecisionContext&, const ReportSchedule& before, const json::object&, ReportSchedule& after) {
    const bool resumed = after.status == outbox::DestinationStatus::kActive && before.status != after.status;
    const bool moved = before.frequency != after.frequency || before.hour != after.hour;
    if (resumed || moved) after.resumed_at = Now();
    // A person who was removed and is added again gets the mails again.
    std::erase_if(after.unsubscribed,
                  [&](UserId id) { return std::ranges::find(after.recipients, id) == after.recipients.end(); });
    // `sent_to` is the end of a period. With another frequency it says nothing: the last day of a month may be sent,
    // but not the month.
    if (before.frequency != after.frequency) after.sent_to.reset();
    if (after.status == outbox::DestinationStatus::kPaused) return;
    after.pause_reason.clear();
    after.paused_at.reset();
}

Errors CheckTarget(const ReportSchedule* before, const ReportSchedule& after) {
    if (after.url.empty() && after.recipients.empty()) {
        return Wrong(ErrorCode::kInvalidValue, "must have at least one user, unless url is set", "/recipients");
    }
    if (!after.url.empty() && !after.recipients.empty()) {
        return Wrong(ErrorCode::kInvalidValue, "must be null if there are recipients. Create another schedule for it",
                     "/url");
    }
    if (before != nullptr && before->url.empty() != after.url.empty()) {
        return Wrong(ErrorCode::kInvalidValue,
                     "cannot be set or removed later, because its secret is shown only once. Create another schedule",
                     "/url");
    }
    return {};
}

Errors CheckSchedule(const DecisionContext& context, const ReportSchedule* before, const ReportSchedule& after) {
    if (Errors errors = CheckTarget(before, after); !errors.empty()) return errors;
    if (before != nullptr && before->preset != after.preset) {
        return Wrong(ErrorCode::kInvalidValue, "cannot be changed", "/presetId");
    }
    const bool was_paused = before != nullptr && before->status == outbox::DestinationStatus::kPaused;
    if (after.status == outbox::DestinationStatus::kPaused && !was_paused) {
        return Wrong(ErrorCode::kInvalidValue, "only the service can set paused. Use inactive to stop the schedule",
                     "/status");
    }
    std::size_t others = 0;
    for (const ReportSchedule& each : context.own.records.report_schedules) {
        if (each.id != after.id && each.status != outbox::DestinationStatus::kInactive) ++others;
    }
    if (after.status == outbox::DestinationStatus::kInactive || others < kSchedulesMax) return {};
    return Wrong(ErrorCode::kInvalidValue,
                 "an operator can have at most " + std::to_string(kSchedulesMax) +
                     " active or paused schedules. Set another schedule to inactive first",
                 "/status");
}

json::value WriteScheduleTime(const std::optional<Timestamp>& time) {
    return time ? json::value(time->ToIso8601()) : json::value(nullptr);
}

json::object FormatsSchema() {
    json::object format = SchemaOf("string");
    format["enum"] = json::array(outbox::kFileFormatNames.begin(), outbox::kFileFormatNames.end());
    return {{"type", "array"}, {"minItems", 1}, {"maxItems", outbox::kFileFormatNames.size()}, {"items", format}};
}

Members<ReportSchedule> MembersOfSchedule() {
    return {
        IdMember<ReportSchedule>("id"),
        ReferenceMember("presetId", "saved report", &ReportSchedule::preset, &OperatorEntry::FindReportPreset)
            .Says("The saved report. It cannot be changed"),
        Member<ReportSchedule>(NameMember("frequency", &ReportSchedule::frequency, outbox::kFrequencyNames))
            .Says("How often it is sent. The report has the day, the week from Monday, or the month before, in the "
                  "operator's time zone"),
        IntegerMember("hour", &ReportSchedule::hour, 0, kLastHour)
            .Says("The hour of the day after the period, in the operator's time zone. It is sent then, or later if its "
                  "figures are not complete yet"),
        Member<ReportSchedule>{
            .name = "recipients",
            .schema = {{"type", "array"}, {"maxItems", kRecipientsMax}, {"items", FormatSchema("uuid")}},
            .read = ReadRecipients,
            .write = WriteRecipients,
            .refer = FindRecipients}
            .Says("The ids of users of the operator who get the report by mail. Empty if it is posted to a URL"),
        ReadOnlyMember<ReportSchedule>(
            "unsubscribed", json::object{{"type", "array"}, {"items", FormatSchema("uuid")}},
            [](const ReportSchedule& schedule, const View&) { return WriteUsers(schedule.unsubscribed); })
            .Says("The recipients who have unsubscribed from it in a mail. They get it again if they are removed from "
                  "the recipients and added again"),
        Member<ReportSchedule>{
            .name = "formats", .schema = FormatsSchema(), .read = ReadScheduleFormats, .write = WriteScheduleFormats}
            .Says("The files. A mail has all of them; a URL gets one message for each"),
        OptionalFormMember("url", &ReportSchedule::url, TextSchema(2048), CheckDestination)
            .Says("The http or https URL that gets the files, signed like webhooks; null if there are recipients"),
        NameMember("status", &ReportSchedule::status, outbox::kDestinationStatusNames)
            .Says("The service sets paused if the URL does not work for a day or answers 410, and after a restore"),
        ReadOnlyMember<ReportSchedule>(
            "pauseReason", OrNull(SchemaOf("string")),
            [](const ReportSchedule& schedule, const View&) { return TextOrNull(schedule.pause_reason); }),
        ReadOnlyMember<ReportSchedule>(
            "pausedAt", OrNull(FormatSchema("date-time")),
            [](const ReportSchedule& schedule, const View&) { return WriteScheduleTime(schedule.paused_at); }),
        ReadOnlyMember<ReportSchedule>("sentTo", OrNull(FormatSchema("date")),
                                       [](const ReportSchedule& schedule, const View&) {
                                           return schedule.sent_to ? json::value(schedule.sent_to->ToString())
                                                                   : json::value(nullptr);
                                       })
            .Says("The last day of the newest period that was sent"),
        ReadOnlyMember<ReportSchedule>(
            "previousSecretUntil", OrNull(FormatSchema("date-time")),
            [](const ReportSchedule& schedule, const View&) { return WriteScheduleTime(schedule.previous_until); })
            .Says("After a rotation: until when files are also signed with the previous secret"),
        ReadOnlyMember<ReportSchedule>(
            "createdAt", FormatSchema("date-time"),
            [](const ReportSchedule& schedule, const View&) { return json::value(schedule.created_at.ToIso8601()); }),
    };
}

Declaration<ReportSchedule> DeclareReportSchedule() {
    return {.words = {.path = "/report-schedules",
                      .noun = "reportSchedule",
                      .one = "a report schedule",
                      .many = "report schedules",
                      .area = access::Area::kReports,
                      .creation_note = "The response shows the secret of a URL, once"},
            .members = MembersOfSchedule(),
            .table = &OperatorTables::report_schedules,
            .complete = MakeScheduleSecret,
            .revise = ReviseSchedule,
            .check = CheckSchedule,
            .shown_once = {{"secret", {{"type", {"string", "null"}}, {"pattern", "^whsec_[A-Za-z0-9+/=]+$"}}}}};
}

const DeclaredResource<ReportSchedule>& DeclaredSchedules() {
    static const DeclaredResource<ReportSchedule> kResource(DeclareReportSchedule());
    return kResource;
}

// A change that stores the schedule, with its audit entry.
CatalogueChange ChangeOfSchedule(const OperatorEntry& own, const ReportSchedule& before, const ReportSchedule& after,
                                 const std::string& actor, const std::string& action) {
    const auto audited = [&](const ReportSchedule& schedule) {
        return json::serialize(EncodeForAudit(DeclaredSchedules().members(), schedule, own));
    };
    return {.owner = own.records.self.id,
            .based_on_version = own.records.version,
            .upserts = {after},
            .audit = {{.actor = actor,
                       .action = action,
                       .subject = "reportSchedule/" + after.id.ToString(),
                       .before = audited(before),
                       .after = audited(after)}}};
}

}  // namespace

const CatalogueResource& ReportScheduleResource() { return DeclaredSchedules(); }

bool CanGetReports(const catalogue::User& user) { return user.role != catalogue::UserRole::kAffiliate; }

void AddScheduleDeletion(const OperatorEntry& own, const ReportSchedule& schedule, const std::string& actor,
                         CatalogueChange& change) {
    change.upserts.emplace_back(outbox::DeletedReportSchedule{schedule.id});
    change.audit.push_back({.actor = actor,
                            .action = "reportSchedule.delete",
                            .subject = "reportSchedule/" + schedule.id.ToString(),
                            .before = json::serialize(EncodeForAudit(DeclaredSchedules().members(), schedule, own)),
                            .after = ""});
}

ManageCatalogue::Decide RotateScheduleSecret(Uuid id, ChangeRequest request) {
    return [id, request = std::move(request)](
               const DecisionContext& context) -> std::expected<ManageCatalogue::CatalogueDecision, Errors> {
        const auto* before = context.own.FindReportSchedule(DestinationId{id});
        if (before == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
        if (before->url.empty()) {
            return std::unexpected(Wrong(ErrorCode::kConflict, "the schedule sends mails, so it has no secret"));
        }
        ReportSchedule after = *before;
        const std::string secret = GiveWebhookSecret(request.token_key, Now(), after);
        ManageCatalogue::CatalogueDecision decision{
            .change = ChangeOfSchedule(context.own, *before, after, request.actor, "reportSchedule.rotateSecret"),
            .answer = Encode(DeclaredSchedules().members(), after, {context.own, request.api_url, request.token_key})};
        decision.answer["secret"] = secret;
        return decision;
    };
}

ManageCatalogue::Decide LeaveReportSchedule(DestinationId schedule, UserId user) {
    return [schedule,
            user](const DecisionContext& context) -> std::expected<ManageCatalogue::CatalogueDecision, Errors> {
        if (context.own.FindUser(user) == nullptr) {
            return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such user"));
        }
        const auto* before = context.own.FindReportSchedule(schedule);
        if (before == nullptr || !before->IsSentTo(user)) return ManageCatalogue::CatalogueDecision();
        ReportSchedule after = *before;
        after.unsubscribed.push_back(user);
        return ManageCatalogue::CatalogueDecision{
            .change =
                ChangeOfSchedule(context.own, *before, after, "user/" + user.ToString(), "reportSchedule.unsubscribe"),
            .answer = {}};
    };
}

ManageCatalogue::Decide DeleteReportSchedule(Uuid id, ChangeRequest request) {
    return [id, request = std::move(request)](
               const DecisionContext& context) -> std::expected<ManageCatalogue::CatalogueDecision, Errors> {
        const auto* schedule = context.own.FindReportSchedule(DestinationId{id});
        if (schedule == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
        ManageCatalogue::CatalogueDecision decision{
            .change = {.owner = context.own.records.self.id, .based_on_version = context.own.records.version},
            .answer = {}};
        AddScheduleDeletion(context.own, *schedule, request.actor, decision.change);
        return decision;
    };
}

}  // namespace fairlead::app
