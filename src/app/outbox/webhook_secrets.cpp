#include "app/outbox/webhook_secrets.hpp"

#include "base/crypto/hmac_sha256.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kSecretPrefix = "whsec_";

template <class Signer>
std::string GiveSecretTo(const Bytes32& token_key, Timestamp now, Signer& signer) {
    if (!signer.secret_sealed.empty()) {
        signer.previous_sealed = signer.secret_sealed;
        signer.previous_until = Timestamp{now.micros + kPreviousSecretMicros};
    }
    std::string secret = std::string(kSecretPrefix) + ToBase64(RandomKey());
    signer.secret_sealed = Seal(secret, token_key);
    return secret;
}

template <class Signer>
std::vector<std::string> OpenSecretsOf(const Bytes32& token_key, Timestamp now, const Signer& signer) {
    std::vector<std::string> secrets;
    if (auto secret = Unseal(signer.secret_sealed, token_key)) secrets.push_back(std::move(*secret));
    if (signer.previous_sealed.empty() || !signer.previous_until || *signer.previous_until <= now) return secrets;
    if (auto secret = Unseal(signer.previous_sealed, token_key)) secrets.push_back(std::move(*secret));
    return secrets;
}

}  // namespace

std::string GiveWebhookSecret(const Bytes32& token_key, Timestamp now, outbox::Webhook& webhook) {
    return GiveSecretTo(token_key, now, webhook);
}

std::string GiveWebhookSecret(const Bytes32& token_key, Timestamp now, outbox::ReportSchedule& schedule) {
    return GiveSecretTo(token_key, now, schedule);
}

std::vector<std::string> OpenWebhookSecrets(const Bytes32& token_key, Timestamp now, const outbox::Webhook& webhook) {
    return OpenSecretsOf(token_key, now, webhook);
}

std::vector<std::string> OpenWebhookSecrets(const Bytes32& token_key, Timestamp now,
                                            const outbox::ReportSchedule& schedule) {
    return OpenSecretsOf(token_key, now, schedule);
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
