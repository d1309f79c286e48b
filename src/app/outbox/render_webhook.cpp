#include "app/outbox/render_webhook.hpp"

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
    data["affiliateId"] = facts.affiliate.ToString();
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
    const std::string name = id.ToString();
    const std::int64_t seconds = now.micros / kMicrosPerSecond;
    const auto secrets = OpenWebhookSecrets(token_key, now, webhook);
    OutgoingRequest request{.method = "POST",
                            .url = webhook.url.substr(0, webhook.url.find('#')),
                            .headers = {"Content-Type: application/json", "webhook-id: " + name,
                                        "webhook-timestamp: " + std::to_string(seconds),
                                        "webhook-signature: " + SignWebhook(secrets, name, seconds, body)},
                            .body = {}};
    request.body = std::move(body);
    return request;
}

}  // namespace fairlead::app
