#pragma once

#include <string>
#include <vector>

#include "base/crypto/secrets.hpp"
#include "domain/outbox/report_schedule.hpp"
#include "domain/outbox/webhook.hpp"

namespace fairlead::app {

// How long messages are still signed with the previous secret after a rotation.
inline constexpr std::int64_t kPreviousSecretMicros = kMicrosPerDay;

// Gives the webhook or the schedule a new secret and returns it, in the form whsec_… of Standard Webhooks. It is stored
// encrypted and cannot be shown again. The previous secret stays valid for a day.
std::string GiveWebhookSecret(const Bytes32& token_key, Timestamp now, outbox::Webhook& webhook);
std::string GiveWebhookSecret(const Bytes32& token_key, Timestamp now, outbox::ReportSchedule& schedule);

// The secrets that are valid now, the newest first. Empty if they were encrypted with another key.
std::vector<std::string> OpenWebhookSecrets(const Bytes32& token_key, Timestamp now, const outbox::Webhook& webhook);
std::vector<std::string> OpenWebhookSecrets(const Bytes32& token_key, Timestamp now,
                                            const outbox::ReportSchedule& schedule);

// The value of the header webhook-signature: one signature per secret, separated by spaces.
std::string SignWebhook(const std::vector<std::string>& secrets, std::string_view id, std::int64_t seconds,
                        std::string_view body);

}  // namespace fairlead::app
