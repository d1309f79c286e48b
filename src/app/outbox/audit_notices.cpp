#include "app/outbox/audit_notices.hpp"

#include <boost/json.hpp>

namespace fairlead::app {
namespace {

namespace json = boost::json;
using outbox::Notice;
using outbox::WebhookType;

json::object ParsedOrEmpty(const std::string& text) {
    boost::system::error_code error;
    const json::value value = text.empty() ? json::value() : json::parse(text, error);
    return !error && value.is_object() ? value.get_object() : json::object();
}

std::string_view TextIn(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

bool IsTrueIn(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    return value != nullptr && value->is_bool() && value->get_bool();
}

struct AuditedSubject {
    std::string_view noun;
    std::string_view id;
};

AuditedSubject AuditSubject(const AuditEntry& entry) {
    const std::string_view subject = entry.subject;
    const std::size_t slash = std::min(subject.find('/'), subject.size());
    return {subject.substr(0, slash), subject.substr(std::min(slash + 1, subject.size()))};
}

// The data of a notice: the id of its subject, and those members of the entry that are there.
std::string NoticeData(std::string_view id_name, std::string_view id, const json::object& from,
                       std::initializer_list<std::string_view> names) {
    json::object data{{id_name, id}};
    for (const std::string_view name : names) {
        if (const auto* value = from.if_contains(name)) data[name] = *value;
    }
    return json::serialize(data);
}

std::optional<Notice> OfAffiliate(std::string_view id, const json::object& before, const json::object& after) {
    const std::string_view status = TextIn(after, "status");
    if (status.empty() || status == TextIn(before, "status")) return std::nullopt;
    const WebhookType type = status == "pending"     ? WebhookType::kAffiliateApplied
                             : status == "suspended" ? WebhookType::kAffiliateSuspended
                                                     : WebhookType::kAffiliateApproved;
    return Notice{type, NoticeData("affiliateId", id, after, {"name", "email", "status"})};
}

std::optional<Notice> OfKey(std::string_view id, const json::object& before, const json::object& after) {
    if (!IsTrueIn(before, "active") || IsTrueIn(after, "active")) return std::nullopt;
    return Notice{WebhookType::kKeyDeactivated, NoticeData("apiKeyId", id, after, {"name", "prefix"})};
}

}  // namespace

std::optional<Notice> NoticeOf(const AuditEntry& entry) {
    const auto [noun, id] = AuditSubject(entry);
    const bool wanted =
        noun == "affiliate" || noun == "apiKey" || entry.action.ends_with(".pause") || entry.action == "feed.silent";
    if (!wanted) return std::nullopt;
    const json::object before = ParsedOrEmpty(entry.before);
    const json::object after = ParsedOrEmpty(entry.after);
    if (entry.action == "feed.silent") {
        return Notice{WebhookType::kFeedSilent, NoticeData("brandId", id, after, {"lastRecordedAt"})};
    }
    if (entry.action == "postback.pause" || entry.action == "webhook.pause" || entry.action == "reportSchedule.pause") {
        const std::string_view kind = noun == "reportSchedule" ? "report" : noun;
        json::object data{{"destinationId", id}, {"kind", kind}, {"reason", TextIn(after, "reason")}};
        return Notice{WebhookType::kDeliveryPaused, json::serialize(data)};
    }
    if (noun == "affiliate" && entry.action.starts_with("affiliate.")) return OfAffiliate(id, before, after);
    return noun == "apiKey" ? OfKey(id, before, after) : std::nullopt;
}

AuditEntry FeedSilentEntry(BrandId brand, Timestamp last) {
    return {.actor = "service",
            .action = "feed.silent",
            .subject = "brand/" + brand.ToString(),
            .before = {},
            .after = json::serialize(json::object{{"lastRecordedAt", last.ToIso8601()}})};
}

Notice StatementNotice(WebhookType type, StatementId id, const statements::Statement& statement) {
    return {type, json::serialize(json::object{{"statementId", id.ToString()},
                                               {"affiliateId", statement.affiliate.ToString()},
                                               {"period", statement.period.ToString()},
                                               {"currency", statement.currency.code()},
                                               {"payable", statement.payable.ToString()}})};
}

}  // namespace fairlead::app
