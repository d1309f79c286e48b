#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/id/ids.hpp"
#include "domain/deals/component.hpp"
#include "domain/events/event_type.hpp"
#include "domain/money/money.hpp"
#include "domain/tracking/click_parameters.hpp"

namespace fairlead::reporting {

// What a row of the analytics store counts: a click, impressions, an event of a type, or the commission of one
// component. The codes are stored.
struct FactKind {
    std::uint8_t code = 0;

    static constexpr std::uint8_t kEventsFrom = 16;
    static constexpr std::uint8_t kRewardsFrom = 64;
    static constexpr std::uint8_t kCodesEnd = 128;  // Analytics stores may use codes from here on for themselves.

    static constexpr FactKind Click() { return {1}; }
    static constexpr FactKind Impression() { return {2}; }
    static constexpr FactKind Of(events::EventType type) {
        return {static_cast<std::uint8_t>(kEventsFrom + static_cast<std::uint8_t>(type))};
    }
    static constexpr FactKind Of(commission::Component component) {
        return {static_cast<std::uint8_t>(kRewardsFrom + static_cast<std::uint8_t>(component))};
    }

    // Nothing if the kind is not an event.
    constexpr std::optional<events::EventType> event_type() const {
        if (code < kEventsFrom || code >= kEventsFrom + events::kEventTypes.size()) return std::nullopt;
        return static_cast<events::EventType>(code - kEventsFrom);
    }
    constexpr auto operator<=>(const FactKind&) const = default;
};

// The values of `affiliate` in a row without an affiliate.
inline constexpr AffiliateId kNoAffiliate{};                        // A pixel that named no affiliate.
inline constexpr AffiliateId kOrganic{Uuid{.bytes = {0, 1}}};       // No affiliate brought the player.
inline constexpr AffiliateId kUnregistered{Uuid{.bytes = {0, 2}}};  // The player has not registered yet.

// One row of the analytics store. Facts add up: a correction is a row with negative weight and amount beside a positive
// one. The views are valid as long as their source. A missing id is all zeros, and a missing text is empty.
struct FactRow {
    OperatorId owner;
    FactKind kind;
    std::int32_t minute =
        0;  // Since 1970, UTC. The time of the event, else of recording. No report needs a finer time.
    std::int64_t weight = 0;  // The count. For commission, the number of players that qualified.
    Decimal amount;
    std::string_view currency;  // Of the amount.

    BrandId brand;
    AffiliateId affiliate;
    CampaignId campaign;
    CreativeId creative;
    LinkId link;
    MarketingSourceId source;
    DealId deal;                // Only for events and commission: the player's deal, or the deal that pays.
    PlayerId player;            // Only for events and commission.
    std::uint64_t visitor = 0;  // Only for clicks: a digest of address and agent.
    std::string_view country;
    std::string_view geo_target;
    std::string_view device;
    std::string_view os;
    std::string_view browser;
    std::array<std::string_view, tracking::kSubIdCount> subs;
    std::string_view product;
    std::string_view game;
    std::string_view period = {};  // Only for commission: the period of the statement, as 2026-03.
};

// The columns by which rows are grouped and filtered directly.
enum class Dimension : std::uint8_t {
    kBrand,  // The columns up to kPlayer are ids.
    kAffiliate,
    kCampaign,
    kCreative,
    kLink,
    kSource,
    kDeal,
    kPlayer,
    kCountry,  // The columns from here on are texts. Those up to kPeriod have few different values …
    kGeoTarget,
    kDevice,
    kOs,
    kBrowser,
    kCurrency,
    kPeriod,
    kSub1,  // … and those from here on have any number.
    kSub2,
    kSub3,
    kSub4,
    kSub5,
    kProduct,
    kGame,
};
inline constexpr std::size_t kDimensions = 22;

constexpr bool IsId(Dimension dimension) { return dimension <= Dimension::kPlayer; }

}  // namespace fairlead::reporting
