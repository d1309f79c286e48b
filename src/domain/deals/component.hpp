#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fairlead::commission {

// All components of deals. The numbers are stored: append only.
enum class Component : std::uint8_t { kCpa, kRevShare, kCpl, kFixedMonthly, kSubAffiliate, kTurnover };
inline constexpr std::array<std::string_view, 6> kComponentNames{"cpa",          "revShare",     "cpl",
                                                                 "fixedMonthly", "subAffiliate", "turnover"};

constexpr std::string_view Name(Component component) { return kComponentNames[static_cast<std::size_t>(component)]; }

// Whether parents earn a share of it.
constexpr bool IsShared(Component component) {
    return component != Component::kFixedMonthly && component != Component::kSubAffiliate;
}

// Why an accrual exists. The numbers are stored: append only.
enum class Reason : std::uint8_t {
    kEarned,
    kCapped,      // The player qualified above the cap. The amount is 0.
    kReRated,     // A tier was reached or left, which changes the price of a player or the rate of another brand.
    kClawback,    // A chargeback took back the CPA of the player.
    kReassigned,  // The player was reassigned: the previous affiliate loses the commission.
    kExcluded,    // The player excluded itself or was blocked before its CPA was payable.
    kReversed,    // The operator reversed an accrual.
    kOpened,      // The closing of a period carried a negative base, or what a player owes, into this one.
    kFollowed,    // A parent's part of what a sub-affiliate's statement carries over or waives.
};
inline constexpr std::array<std::string_view, 9> kReasonNames{
    "earned", "capped", "reRated", "clawback", "reassigned", "excluded", "reversed", "opened", "followed"};

constexpr std::string_view Name(Reason reason) { return kReasonNames[static_cast<std::size_t>(reason)]; }

}  // namespace fairlead::commission
