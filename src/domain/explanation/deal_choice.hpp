#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/explanation/explanation.hpp"
#include "domain/explanation/why.hpp"

namespace fairlead::commission {

// Why a deal of the affiliate is not the player's.
enum class DealObstacle : std::uint8_t {
    kBrand,         // It is for other brands.
    kCountry,       // It is for other countries.
    kNotInForce,    // None of its versions was in force on the day of the choice.
    kLessSpecific,  // The deal that applies has a narrower scope.
    kOlder,         // The deal that applies is newer.
    kAlreadyBound,  // The player had its deal before.
};
inline constexpr std::array<std::string_view, 6> kDealObstacleNames{"brand",        "country", "notInForce",
                                                                    "lessSpecific", "older",   "alreadyBound"};
constexpr std::string_view Name(DealObstacle obstacle) {
    return kDealObstacleNames[static_cast<std::size_t>(obstacle)];
}

// A deal of the affiliate and what it is to the player.
struct DealStanding {
    DealId deal;
    std::string name;
    bool applies = false;
    bool is_default = false;                  // The operator's, for affiliates without a deal of their own.
    bool assigned = true;                     // False: the player keeps it, though the affiliate has it no longer.
    std::optional<std::int32_t> version;      // Of the deal that applies, as is the next one.
    std::optional<VersionRule> version_rule;  //
    std::optional<Date> effective_from;       // Of that version; of a deal not yet in force, of its first version.
    Scope scope;
    std::string country;                  // The player's.
    std::vector<DealObstacle> obstacles;  // None where it applies.

    bool operator==(const DealStanding&) const = default;
};

// The deal that applies to a registered and attributed player, first; then the other deals of its affiliate.
std::vector<DealStanding> DealsFor(const AskedPlayer& asked);

std::string TextOf(const DealStanding& standing);

}  // namespace fairlead::commission
