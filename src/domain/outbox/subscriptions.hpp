#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "domain/outbox/subscription.hpp"
#include "domain/outbox/webhook.hpp"

namespace fairlead::outbox {

// The active subscriptions of an operator: postbacks by affiliate, and webhooks.
class Subscriptions {
public:
    bool empty() const { return by_affiliate_.empty() && webhooks_.empty(); }

    // Replaces the subscription with this id. An inactive one is forgotten.
    void Put(const Subscription& subscription);
    void Put(const WebhookSubscription& subscription);
    std::span<const Subscription> Of(AffiliateId affiliate) const;
    std::span<const WebhookSubscription> webhooks() const { return webhooks_; }

private:
    std::unordered_map<AffiliateId, std::vector<Subscription>> by_affiliate_;
    std::vector<WebhookSubscription> webhooks_;
};

}  // namespace fairlead::outbox
