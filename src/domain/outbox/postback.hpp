#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/time/time.hpp"
#include "domain/outbox/subscription.hpp"

namespace fairlead::outbox {

enum class Method : std::uint8_t { kGet, kPost };
inline constexpr std::array<std::string_view, 2> kMethodNames{"GET", "POST"};

// An inactive destination gets no messages. The messages of a paused destination wait until a person makes it active
// again.
enum class DestinationStatus : std::uint8_t { kInactive, kActive, kPaused };
inline constexpr std::array<std::string_view, 3> kDestinationStatusNames{"inactive", "active", "paused"};

// A URL of an affiliate that is called when something happens to its players.
struct Postback {
    DestinationId id;
    AffiliateId affiliate;
    std::string name;
    std::vector<Trigger> triggers;
    Scope scope;
    Method method = Method::kGet;
    std::string url;  // A UrlTemplate.
    DestinationStatus status = DestinationStatus::kActive;
    std::string pause_reason;             // Empty unless it is paused.
    std::optional<Timestamp> paused_at;   // Empty unless it is paused.
    std::optional<Timestamp> resumed_at;  // When a person last made it active.
    Timestamp created_at;

    bool operator==(const Postback&) const = default;
};

inline Subscription SubscriptionOf(const Postback& postback) {
    return {.id = postback.id,
            .affiliate = postback.affiliate,
            .triggers = postback.triggers,
            .scope = postback.scope,
            .active = postback.status != DestinationStatus::kInactive};
}

}  // namespace fairlead::outbox
