#include "domain/outbox/subscriptions.hpp"

#include <algorithm>

namespace fairlead::outbox {

void Subscriptions::Put(const Subscription& subscription) {
    // The affiliate of a postback can change, so the earlier one may be under another affiliate.
    for (auto& [affiliate, all] : by_affiliate_) {
        std::erase_if(all, [&](const Subscription& each) { return each.id == subscription.id; });
    }
    std::erase_if(by_affiliate_, [](const auto& entry) { return entry.second.empty(); });
    if (subscription.active) by_affiliate_[subscription.affiliate].push_back(subscription);
}

void Subscriptions::Put(const WebhookSubscription& subscription) {
    std::erase_if(webhooks_, [&](const WebhookSubscription& each) { return each.id == subscription.id; });
    if (subscription.active) webhooks_.push_back(subscription);
}

std::span<const Subscription> Subscriptions::Of(AffiliateId affiliate) const {
    const auto found = by_affiliate_.find(affiliate);
    return found == by_affiliate_.end() ? std::span<const Subscription>() : std::span(found->second);
}

}  // namespace fairlead::outbox
