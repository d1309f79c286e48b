#include "app/mail/render_mail.hpp"

#include <algorithm>
#include <limits>

#include <boost/json.hpp>

#include "app/accounts/password_links.hpp"
#include "app/mail/mail_message.hpp"
#include "app/mail/unsubscribe_link.hpp"
#include "app/ports/outgoing/seal_mail.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using catalogue::User;
using outbox::MailType;

struct AddressedMail {
    outbox::Mail mail;
    std::string unsubscribe_url;
};

std::unexpected<Error> Unreadable() {
    return Fail(ErrorCode::kInternal, "the mail cannot be read with the key of this service");
}

// The page that the button of a notice opens.
std::string PageOf(const outbox::Mail& mail) {
    switch (mail.type) {
        case MailType::kStatementReady:
        case MailType::kStatementApproved:
        case MailType::kStatementPaid: return "/statements/" + mail.values.at("statementId");
        case MailType::kNewLogIn: return "/profile";
        case MailType::kDeliveryPaused:
            if (mail.values.at("kind") == "report schedule") return "/reports/saved";
            return mail.values.at("kind") == "postback" ? "/postbacks" : "/settings/webhooks";
        case MailType::kRatesMissing: return "/settings/exchange-rates";
        default: return "/";
    }
}

// The names of what a notice is about, as they are now.
std::string NameOfSubject(const OperatorEntry& owner, const outbox::Mail& mail) {
    const auto value = [&](const std::string& name) {
        const auto found = mail.values.find(name);
        return found == mail.values.end() ? std::string() : found->second;
    };
    if (mail.type == MailType::kFeedSilent) {
        const auto id = BrandId::Parse(value("brandId"));
        const auto* brand = id ? owner.FindBrand(*id) : nullptr;
        return brand != nullptr ? brand->name : value("brandId");
    }
    const auto id = DestinationId::Parse(value("destinationId"));
    if (!id) return {};
    if (const auto* postback = owner.FindPostback(*id)) return postback->name;
    if (const auto* schedule = owner.FindReportSchedule(*id)) {
        const auto* preset = owner.FindReportPreset(schedule->preset);
        return preset != nullptr ? preset->name : id->ToString();
    }
    const auto* webhook = owner.FindWebhook(*id);
    if (webhook == nullptr) return id->ToString();
    // The rest of the URL may contain secrets.
    const std::size_t host = webhook->url.find("://");
    return webhook->url.substr(host + 3, webhook->url.find('/', host + 3) - host - 3);
}

Result<const User*> FindReader(const OperatorEntry& owner, MailType type, std::string_view id) {
    const auto parsed = UserId::Parse(id);
    const User* user = parsed ? owner.FindUser(*parsed) : nullptr;
    if (user == nullptr || user->status != catalogue::UserStatus::kActive) {
        return Fail(ErrorCode::kConflict, "the person no longer has an active account");
    }
    const auto topic = outbox::TopicOf(type);
    if (topic && user->mails_off.contains(*topic)) {
        return Fail(ErrorCode::kConflict, "the person no longer wants such mails");
    }
    return user;
}

void AddUnsubscription(const MailContext& context, const OperatorEntry& owner, const User& user,
                       AddressedMail& addressed, std::optional<DestinationId> schedule = std::nullopt) {
    const auto topic = outbox::TopicOf(addressed.mail.type);
    if (!topic) return;
    const std::string query =
        "?token=" + UnsubscribeToken(context.unsubscribe_key, {owner.records.self.id, user.id, *topic, schedule});
    addressed.unsubscribe_url = context.public_url + "/api/v1/auth/unsubscribe" + query;
    addressed.mail.values["unsubscribePage"] =
        PageUrl(owner.records.self, user, context.public_url, "/unsubscribe" + query);
}

// The mail of a notice, to the address that its reader has now.
Result<AddressedMail> AddressNotice(const MailContext& context, const OperatorEntry& owner,
                                    const WaitingMessage& message) {
    const auto type = std::ranges::find(outbox::kMailTypeNames, message.type);
    boost::system::error_code error;
    const json::value content = json::parse(message.content, error);
    if (error || type == outbox::kMailTypeNames.end()) return Unreadable();
    AddressedMail addressed;
    outbox::Mail& mail = addressed.mail;
    mail.type = static_cast<MailType>(type - outbox::kMailTypeNames.begin());
    const User* user = TRY(FindReader(owner, mail.type, content.at("userId").as_string()));
    mail.to = user->email;
    for (const auto& [name, value] : content.at("data").as_object()) mail.values[name] = value.as_string();
    mail.values["name"] = NameOfSubject(owner, mail);
    mail.values["url"] = PageUrl(owner.records.self, *user, context.public_url, PageOf(mail));
    mail.expires_at = Timestamp{std::numeric_limits<std::int64_t>::max()};
    AddUnsubscription(context, owner, *user, addressed);
    return addressed;
}

// A report goes to a person of its schedule, who can leave it.
Status AddScheduleOf(const MailContext& context, const OperatorEntry& owner, AddressedMail& addressed) {
    const auto& values = addressed.mail.values;
    const auto named = values.find("scheduleId");
    if (named == values.end()) return {};
    const auto id = DestinationId::Parse(named->second);
    const auto* schedule = id ? owner.FindReportSchedule(*id) : nullptr;
    if (schedule == nullptr) return Fail(ErrorCode::kConflict, "the schedule is deleted");
    const User* user = TRY(FindReader(owner, addressed.mail.type, values.at("userId")));
    // The address of today: the mail may have waited.
    addressed.mail.to = user->email;
    if (!schedule->IsSentTo(user->id)) return Fail(ErrorCode::kConflict, "the person no longer gets this report");
    AddUnsubscription(context, owner, *user, addressed, schedule->id);
    return {};
}

Result<AddressedMail> OpenSealed(const MailContext& context, const OperatorEntry& owner,
                                 const WaitingMessage& message) {
    auto mail = UnsealMail(message.type, message.content, context.key);
    if (!mail) return Unreadable();
    if (context.now > mail->expires_at) return Fail(ErrorCode::kConflict, "the link in this mail has expired");
    AddressedMail addressed{.mail = std::move(*mail), .unsubscribe_url = {}};
    TRY(AddScheduleOf(context, owner, addressed));
    return addressed;
}

OutgoingMail Finished(const MailContext& context, const OperatorEntry& owner, const AddressedMail& addressed,
                      MessageId id, Timestamp date, std::span<const outbox::ReportFile> files = {}) {
    const MailLook look = LookOf(owner.records.self);
    MailEnvelope envelope{.from = context.from,
                          .to = addressed.mail.to,
                          .message_id = id.ToString(),
                          .date = date,
                          .unsubscribe_url = addressed.unsubscribe_url};
    for (const outbox::ReportFile& file : files) {
        envelope.attachments.push_back({outbox::MediaType(file.format), file.name, file.content});
    }
    return {.to = addressed.mail.to, .message = MakeMailMessage(envelope, LetterOf(addressed.mail, look), look)};
}

}  // namespace

Result<OutgoingMail> RenderMail(const MailContext& context, const OperatorEntry& owner, const WaitingMessage& message,
                                MessageId id) {
    const bool is_notice = message.content.starts_with('{');
    const auto addressed =
        TRY(is_notice ? AddressNotice(context, owner, message) : OpenSealed(context, owner, message));
    const auto attached = addressed.mail.values.find("files");
    const bool needs_files = addressed.mail.type == MailType::kReport && attached != addressed.mail.values.end() &&
                             !attached->second.empty();
    if (needs_files && message.files.empty()) {
        return Fail(ErrorCode::kConflict, "the file of this report is not kept any more. Send the report again");
    }
    return Finished(context, owner, addressed, id, message.queued.place.created_at, message.files);
}

OutgoingMail RenderMailTo(const MailContext& context, const OperatorEntry& owner, const User& user, outbox::Mail mail) {
    AddressedMail addressed{.mail = std::move(mail), .unsubscribe_url = {}};
    AddUnsubscription(context, owner, user, addressed);
    return Finished(context, owner, addressed, MessageId::New(), context.now);
}

}  // namespace fairlead::app
