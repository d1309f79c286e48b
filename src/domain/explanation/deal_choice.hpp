#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/explanation/explanation.hpp"
#include "domain/explanation/why.hpp"

namespace fairlead::commission {

// Why a deal of the affiliate does not apply to the player.
enum class DealObstacle : std::uint8_t {
    kBrand,         // It is for other brands.
    kCountry,       // It is for other countries.
    kNotInForce,    // None of its versions was in force on the day that counts.
    kLessSpecific,  // The deal that applies has a narrower scope.
    kOlder,         // The deal that applies is newer.
    kAlreadyBound,  // The player already had its deal.
};
inline constexpr std::array<std::string_view, 6> kDealObstacleNames{"brand",        "country", "notInForce",
                                                                    "lessSpecific", "older",   "alreadyBound"};
constexpr std::string_view Name(DealObstacle obstacle) {
    return kDealObstacleNames[static_cast<std::size_t>(obstacle)];
}

// A deal of the affiliate, and whether it applies to the player.
struct DealStanding {
    DealId deal;
    std::string name;
    bool applies = false;
    bool is_default = false;                  // The operator's deal for affiliates without a deal of their own.
    bool assigned = true;                     // False if the player keeps the deal, but the affiliate no longer has it.
    std::optional<std::int32_t> version;      // Only for the deal that applies.
    std::optional<VersionRule> version_rule;  // Only for the deal that applies.
    std::optional<Date> effective_from;       // Of that version. If the deal is not yet in force, of its first version.
    Scope scope;
    std::string country;                  // The player's.
    std::vector<DealObstacle> obstacles;  // Empty if the deal applies.

    bool operator==(const DealStanding&) const = default;
};

// Returns the deal that applies to a registered and attributed player, then the other deals of its affiliate.
std::vector<DealStanding> DealsFor(const AskedPlayer& asked);

std::string TextOf(const DealStanding& standing);

}  // namespace fairlead::commission
