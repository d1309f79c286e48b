#include "app/outbox/render_webhook.hpp"

#include <algorithm>

#include <boost/json.hpp>

#include "app/outbox/webhook_secrets.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;

template <class IdType>
void PutId(json::object& data, std::string_view name, const std::optional<IdType>& id) {
    if (id) data[name] = id->ToString();
}

void PutMoney(json::object& data, const std::optional<Money>& money) {
    if (!money) return;
    data["amount"] = money->amount.ToString();
    data["currency"] = money->currency.code();
}

json::object PlayerData(const MessageFacts& facts) {
    json::object data;
    PutId(data, "playerId", facts.player);
    if (!facts.player_ref.empty()) data["playerExternalRef"] = facts.player_ref;
    if (facts.affiliate != AffiliateId()) data["affiliateId"] = facts.affiliate.ToString();
    PutId(data, "brandId", facts.brand);
    PutId(data, "clickId", facts.click);
    PutId(data, "eventId", facts.event);
    if (!facts.country.empty()) data["country"] = facts.country;
    return data;
}

json::object AccrualData(const MessageFacts& facts) {
    json::object data;
    PutId(data, "accrualId", facts.accrual);
    data["affiliateId"] = facts.affiliate.ToString();
    PutId(data, "playerId", facts.player);
    if (!facts.player_ref.empty()) data["playerExternalRef"] = facts.player_ref;
    PutId(data, "brandId", facts.brand);
    PutId(data, "eventId", facts.event);
    data["component"] = facts.component;
    data["reason"] = facts.reason;
    PutMoney(data, facts.commission);
    PutId(data, "reversesEventId", facts.reverses);
    return data;
}

json::value DataOf(const WaitingMessage& message) {
    if (!message.content.empty()) {
        boost::system::error_code error;
        auto data = json::parse(message.content, error);
        return error ? json::value(json::object()) : data;
    }
    return message.type == outbox::Name(outbox::Trigger::kPlayerAttributed) ? PlayerData(message.facts)
                                                                            : AccrualData(message.facts);
}

constexpr std::string_view kFileGone = "the file of this report is not kept any more. Send the report again";

struct PostedBody {
    std::string type;
    std::string bytes;
};

// A request that is signed as Standard Webhooks says. `now` is the time of the attempt.
OutgoingRequest SignedPost(const std::string& url, const std::vector<std::string>& secrets, MessageId id,
                           PostedBody body, Timestamp now) {
    const std::string name = id.ToString();
    const std::int64_t seconds = now.micros / kMicrosPerSecond;
    OutgoingRequest request{.method = "POST",
                            .url = url.substr(0, url.find('#')),
                            .headers = {"Content-Type: " + body.type, "webhook-id: " + name,
                                        "webhook-timestamp: " + std::to_string(seconds),
                                        "webhook-signature: " + SignWebhook(secrets, name, seconds, body.bytes)},
                            .body = {}};
    request.body = std::move(body.bytes);
    return request;
}

std::string BodyOf(std::string_view type, Timestamp time, json::value data) {
    return json::serialize(json::object{{"type", type}, {"timestamp", time.ToIso8601()}, {"data", std::move(data)}});
}

}  // namespace

std::string WebhookBody(const WaitingMessage& message) {
    return BodyOf(message.type, message.queued.place.created_at, DataOf(message));
}

std::string SampleWebhookBody(outbox::WebhookType type, Timestamp now) {
    return BodyOf(outbox::Name(type), now, json::object{{"test", true}});
}

OutgoingRequest RenderWebhook(const outbox::Webhook& webhook, const Bytes32& token_key, MessageId id, std::string body,
                              Timestamp now) {
    return SignedPost(webhook.url, OpenWebhookSecrets(token_key, now, webhook), id,
                      {.type = "application/json", .bytes = std::move(body)}, now);
}

Result<OutgoingRequest> RenderReport(const outbox::ReportSchedule& schedule, const Bytes32& token_key,
                                     const WaitingMessage& message, MessageId id, Timestamp now) {
    const auto secrets = OpenWebhookSecrets(token_key, now, schedule);
    const bool has_file =
        std::ranges::find(outbox::kFileFormatNames, message.content) != outbox::kFileFormatNames.end();
    if (!has_file) {
        std::string body = BodyOf("report.tooLarge", message.queued.place.created_at, DataOf(message));
        return SignedPost(schedule.url, secrets, id, {.type = "application/json", .bytes = std::move(body)}, now);
    }
    const auto file = std::ranges::find(message.files, message.content,
                                        [](const outbox::ReportFile& each) { return outbox::Name(each.format); });
    if (file == message.files.end()) return Fail(ErrorCode::kConflict, std::string(kFileGone));
    auto request = SignedPost(schedule.url, secrets, id,
                              {.type = std::string(outbox::MediaType(file->format)), .bytes = file->content}, now);
    request.headers.push_back("Content-Disposition: attachment; filename=\"" + file->name + "\"");
    return request;
}

}  // namespace fairlead::app
