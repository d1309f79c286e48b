#include "app/outbox/webhook_secrets.hpp"

#include "base/crypto/hmac_sha256.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kSecretPrefix = "whsec_";

}  // namespace

std::string GiveWebhookSecret(const Bytes32& token_key, Timestamp now, outbox::Webhook& webhook) {
    if (!webhook.secret_sealed.empty()) {
        webhook.previous_sealed = webhook.secret_sealed;
        webhook.previous_until = Timestamp{now.micros + kPreviousSecretMicros};
    }
    std::string secret = std::string(kSecretPrefix) + ToBase64(RandomKey());
    webhook.secret_sealed = Seal(secret, token_key);
    return secret;
}

std::vector<std::string> OpenWebhookSecrets(const Bytes32& token_key, Timestamp now, const outbox::Webhook& webhook) {
    std::vector<std::string> secrets;
    if (auto secret = Unseal(webhook.secret_sealed, token_key)) secrets.push_back(std::move(*secret));
    if (webhook.previous_sealed.empty() || !webhook.previous_until || *webhook.previous_until <= now) return secrets;
    if (auto secret = Unseal(webhook.previous_sealed, token_key)) secrets.push_back(std::move(*secret));
    return secrets;
}

std::string SignWebhook(const std::vector<std::string>& secrets, std::string_view id, std::int64_t seconds,
                        std::string_view body) {
    const std::string content = std::string(id).append(".").append(std::to_string(seconds)).append(".").append(body);
    std::string signatures;
    for (const std::string& secret : secrets) {
        const auto key = FromBase64(std::string_view(secret).substr(kSecretPrefix.size()));
        if (!key) continue;
        if (!signatures.empty()) signatures += ' ';
        signatures += "v1," + ToBase64(HmacSha256(*key, content));
    }
    return signatures;
}

}  // namespace fairlead::app
