#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time/time.hpp"
#include "domain/outbox/postback.hpp"

namespace fairlead::outbox {

// What an operator can be notified of.
enum class WebhookType : std::uint8_t {
    kAffiliateApplied,
    kAffiliateApproved,
    kAffiliateSuspended,
    kPlayerAttributed,
    kAccrualCreated,
    kAccrualReversed,
    kStatementClosed,
    kStatementApproved,
    kStatementPaid,
    kFeedSilent,
    kKeyDeactivated,
    kDeliveryPaused,
};
inline constexpr std::array<std::string_view, 12> kWebhookTypeNames{
    "affiliate.applied", "affiliate.approved", "affiliate.suspended", "player.attributed",
    "accrual.created",   "accrual.reversed",   "statement.closed",    "statement.approved",
    "statement.paid",    "feed.silent",        "key.deactivated",     "delivery.paused"};

constexpr std::string_view Name(WebhookType type) { return kWebhookTypeNames[static_cast<std::size_t>(type)]; }

// A URL of the operator that gets signed messages (Standard Webhooks).
struct Webhook {
    DestinationId id;
    std::string url;
    std::vector<WebhookType> types;  // Each once.
    DestinationStatus status = DestinationStatus::kActive;
    std::string pause_reason;            // Empty unless it is paused.
    std::optional<Timestamp> paused_at;  // The same.
    std::optional<Timestamp> resumed_at;
    std::string secret_sealed;
    std::string previous_sealed;              // The secret before the last rotation; empty if there is none.
    std::optional<Timestamp> previous_until;  // Messages are signed with it, too, until then.
    Timestamp created_at;

    bool operator==(const Webhook&) const = default;
};

// Which messages a webhook gets. This part of the webhook is recorded as a change, like that of postbacks.
struct WebhookSubscription {
    DestinationId id;
    std::vector<WebhookType> types;
    bool active = true;

    bool Has(WebhookType type) const { return std::ranges::find(types, type) != types.end(); }
    bool operator==(const WebhookSubscription&) const = default;
};

inline WebhookSubscription SubscriptionOf(const Webhook& webhook) {
    return {webhook.id, webhook.types, webhook.status != DestinationStatus::kInactive};
}

// Something that webhooks report and that is neither an attribution nor an accrual, such as an affiliate's application.
// Its data is stored when it happens.
struct Notice {
    WebhookType type = WebhookType::kAffiliateApplied;
    std::string data;  // A JSON object.

    bool operator==(const Notice&) const = default;
};

}  // namespace fairlead::outbox
