#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/id/ids.hpp"

namespace fairlead::outbox {

// The kinds of destinations of messages.
enum class DestinationKind : std::uint8_t { kPostback, kWebhook, kMail, kReport };
inline constexpr std::array<std::string_view, 4> kDestinationKindNames{"postback", "webhook", "mail", "report"};

// What causes a message. The first six are for postbacks, and the others for webhooks.
enum class Trigger : std::uint8_t {
    kRegistration,
    kFirstDeposit,
    kDeposit,
    kQualified,
    kCommission,
    kReversal,
    kPlayerAttributed,
    kAccrualCreated,
    kAccrualReversed,
};
inline constexpr std::array<std::string_view, 6> kTriggerNames{"registration", "firstDeposit", "deposit",
                                                               "qualified",    "commission",   "reversal"};
inline constexpr std::array<std::string_view, 9> kMessageTypeNames{
    "registration", "firstDeposit",      "deposit",         "qualified",       "commission",
    "reversal",     "player.attributed", "accrual.created", "accrual.reversed"};

constexpr std::string_view Name(Trigger trigger) { return kMessageTypeNames[static_cast<std::size_t>(trigger)]; }
constexpr DestinationKind KindOf(Trigger trigger) {
    return static_cast<std::size_t>(trigger) < kTriggerNames.size() ? DestinationKind::kPostback
                                                                    : DestinationKind::kWebhook;
}

// Limits a postback to a part of the affiliate's players. An absent member limits nothing.
struct Scope {
    std::optional<BrandId> brand;
    std::optional<CampaignId> campaign;
    std::optional<LinkId> link;

    // Whether the origin of the player matters.
    bool NeedsOrigin() const { return campaign || link; }

    bool operator==(const Scope&) const = default;
};

// Which messages a postback of an affiliate gets. This part of the postback is recorded as a change, so that `verify`
// knows which messages there should be.
struct Subscription {
    DestinationId id;
    AffiliateId affiliate;
    std::vector<Trigger> triggers;  // Each once.
    Scope scope;
    bool active = true;  // An inactive one gets nothing. A paused one is active: its messages wait.

    bool Has(Trigger trigger) const {
        for (const Trigger each : triggers) {
            if (each == trigger) return true;
        }
        return false;
    }
    bool operator==(const Subscription&) const = default;
};

}  // namespace fairlead::outbox
