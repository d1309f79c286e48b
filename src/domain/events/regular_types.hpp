#pragma once

#include <string_view>

#include "domain/events/event_type.hpp"

namespace fairlead::events {

// Whether brands send events of this type every day, so that missing ones mean that something is wrong. The others,
// such as chargebacks, are rare by nature, so there is no alarm if none arrive.
constexpr bool IsRegular(EventType type) {
    switch (type) {
        case EventType::kRegistration:
        case EventType::kFirstDeposit:
        case EventType::kDeposit:
        case EventType::kNgrUpdate:
        case EventType::kWagerPlaced:
        case EventType::kWagerSettled: return true;
        case EventType::kChargeback:
        case EventType::kWithdrawal:
        case EventType::kBonus:
        case EventType::kKycVerified:
        case EventType::kSelfExclusion:
        case EventType::kPlayerBlocked: return false;
    }
    return false;
}

// The same for a stored name. A name of another version is not regular.
constexpr bool IsRegular(std::string_view type) {
    const auto known = ParseEventType(type);
    return known && IsRegular(*known);
}

}  // namespace fairlead::events
