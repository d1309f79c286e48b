#include "app/mail/mail_notices.hpp"

#include <boost/json.hpp>

#include "app/mail/amount_text.hpp"
#include "domain/outbox/address_rules.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using outbox::MailNotice;
using outbox::MailType;

json::object MembersOfEntry(const std::string& text) {
    boost::system::error_code error;
    const json::value value = text.empty() ? json::value() : json::parse(text, error);
    return !error && value.is_object() ? value.get_object() : json::object();
}

std::string TextMember(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::string IdOfSubject(const AuditEntry& entry) {
    const std::size_t slash = entry.subject.find('/');
    return slash == std::string::npos ? std::string() : entry.subject.substr(slash + 1);
}

std::optional<MailNotice> OfLogIn(const AuditEntry& entry) {
    const json::object after = MembersOfEntry(entry.after);
    const auto user = UserId::Parse(IdOfSubject(entry));
    if (!after.contains("newAddress") || !user) return std::nullopt;
    return MailNotice{
        .type = MailType::kNewLogIn,
        .user = user,
        .affiliate = std::nullopt,
        .data = json::serialize(json::object{{"address", TextMember(after, "address")}, {"time", Now().ToIso8601()}})};
}

MailNotice OfPause(const AuditEntry& entry, std::string_view kind) {
    const json::object after = MembersOfEntry(entry.after);
    const auto affiliate = AffiliateId::Parse(TextMember(after, "affiliateId"));
    std::string reason = TextMember(after, "reason");
    if (affiliate) reason = outbox::HideRefusedAddress(reason);
    return {.type = MailType::kDeliveryPaused,
            .user = std::nullopt,
            .affiliate = affiliate,
            .data = json::serialize(
                json::object{{"destinationId", IdOfSubject(entry)}, {"kind", kind}, {"reason", reason}}),
            .or_admins = true};
}

MailNotice ToAdmins(MailType type, const json::object& data) {
    return {.type = type, .user = std::nullopt, .affiliate = std::nullopt, .data = json::serialize(data)};
}

}  // namespace

std::optional<MailNotice> MailNoticeOf(const AuditEntry& entry) {
    if (entry.action == "user.logIn") return OfLogIn(entry);
    if (entry.action == "postback.pause") return OfPause(entry, "postback");
    if (entry.action == "webhook.pause") return OfPause(entry, "webhook");
    if (entry.action == "reportSchedule.pause") return OfPause(entry, "report schedule");
    if (entry.action == "feed.silent") {
        const json::object after = MembersOfEntry(entry.after);
        return ToAdmins(MailType::kFeedSilent,
                        {{"brandId", IdOfSubject(entry)}, {"time", TextMember(after, "lastRecordedAt")}});
    }
    if (entry.action == "rates.missing") return ToAdmins(MailType::kRatesMissing, MembersOfEntry(entry.after));
    return std::nullopt;
}

AuditEntry RatesMissingEntry(Currency from, Currency to, std::int64_t count, Timestamp oldest) {
    const std::string pair = std::string(from.code()) + "-" + std::string(to.code());
    return {
        .actor = "service",
        .action = "rates.missing",
        .subject = "rate/" + pair,
        .before = {},
        .after = json::serialize(json::object{
            {"from", from.code()}, {"to", to.code()}, {"count", std::to_string(count)}, {"time", oldest.ToIso8601()}})};
}

MailNotice StatementMail(MailType type, StatementId id, const statements::Statement& statement) {
    const std::string payable = AmountText(statement.payable, statement.currency);
    return {.type = type,
            .user = std::nullopt,
            .affiliate = statement.affiliate,
            .data = json::serialize(json::object{
                {"statementId", id.ToString()}, {"period", statement.period.ToString()}, {"amount", payable}})};
}

}  // namespace fairlead::app
