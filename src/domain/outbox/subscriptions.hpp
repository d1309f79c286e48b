#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "domain/outbox/subscription.hpp"

namespace fairlead::outbox {

// The active subscriptions of an operator, by affiliate.
class Subscriptions {
public:
    bool empty() const { return by_affiliate_.empty(); }

    // Replaces the subscription with this id. An inactive one is forgotten.
    void Put(const Subscription& subscription);
    std::span<const Subscription> Of(AffiliateId affiliate) const;

private:
    std::unordered_map<AffiliateId, std::vector<Subscription>> by_affiliate_;
};

}  // namespace fairlead::outbox
