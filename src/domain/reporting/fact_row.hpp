#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/id/ids.hpp"
#include "domain/commission/component.hpp"
#include "domain/events/event_type.hpp"
#include "domain/money/money.hpp"
#include "domain/tracking/click_parameters.hpp"

namespace fairlead::reporting {

// What a row of the analytics store counts: a click, impressions, an event of a type, or what one component of a deal
// has earned. The codes are stored.
struct FactKind {
    std::uint8_t code = 0;

    static constexpr std::uint8_t kEventsFrom = 16;
    static constexpr std::uint8_t kRewardsFrom = 64;
    static constexpr std::uint8_t kCodesEnd = 128;  // Beyond it stores may keep marks of their own.

    static constexpr FactKind Click() { return {1}; }
    static constexpr FactKind Impression() { return {2}; }
    static constexpr FactKind Of(events::EventType type) {
        return {static_cast<std::uint8_t>(kEventsFrom + static_cast<std::uint8_t>(type))};
    }
    static constexpr FactKind Of(commission::Component component) {
        return {static_cast<std::uint8_t>(kRewardsFrom + static_cast<std::uint8_t>(component))};
    }

    // Nothing for what is no event.
    constexpr std::optional<events::EventType> event_type() const {
        if (code < kEventsFrom || code >= kEventsFrom + events::kEventTypes.size()) return std::nullopt;
        return static_cast<events::EventType>(code - kEventsFrom);
    }
    constexpr auto operator<=>(const FactKind&) const = default;
};

// Who stands in the place of an affiliate where there is none.
inline constexpr AffiliateId kNobody{};                             // A pixel that named nobody.
inline constexpr AffiliateId kOrganic{Uuid{.bytes = {0, 1}}};       // Nobody brought the player.
inline constexpr AffiliateId kUnregistered{Uuid{.bytes = {0, 2}}};  // The player's registration has not come yet.

// One row of the analytics store. Facts add up: a correction is a row of negative weight and amount beside a positive
// one. Views: valid as long as what they were made from. Ids are all zeros, and texts empty, where there is nothing.
struct FactRow {
    OperatorId owner;
    FactKind kind;
    std::int32_t minute =
        0;  // Since 1970, UTC: of the event, else when it was recorded. Never more exact: no report is.
    std::int64_t weight = 0;  // How often: of rewards, how many players have qualified.
    Decimal amount;
    std::string_view currency;  // Of the amount.

    BrandId brand;
    AffiliateId affiliate;
    CampaignId campaign;
    CreativeId creative;
    LinkId link;
    MarketingSourceId source;
    DealId deal;                // Of rewards only.
    PlayerId player;            // Of events and rewards only.
    std::uint64_t visitor = 0;  // Of clicks only: a digest of address and agent.
    std::string_view country;
    std::string_view geo_target;
    std::string_view device;
    std::string_view os;
    std::string_view browser;
    std::array<std::string_view, tracking::kSubIdCount> subs;
    std::string_view product;
    std::string_view game;
};

// The columns by which rows are grouped and filtered as they are. What their values are stands beside each.
enum class Dimension : std::uint8_t {
    kBrand,  // Ids, up to kPlayer.
    kAffiliate,
    kCampaign,
    kCreative,
    kLink,
    kSource,
    kDeal,
    kPlayer,
    kCountry,  // Texts, from here on. Of these there are few different ones, up to kCurrency …
    kGeoTarget,
    kDevice,
    kOs,
    kBrowser,
    kCurrency,
    kSub1,  // … and any number from here on.
    kSub2,
    kSub3,
    kSub4,
    kSub5,
    kProduct,
    kGame,
};
inline constexpr std::size_t kDimensions = 21;

constexpr bool IsId(Dimension dimension) { return dimension <= Dimension::kPlayer; }

}  // namespace fairlead::reporting
