#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fairlead::commission {

// All components of deals, in the order in which they are calculated. The numbers are stored: append only.
enum class Component : std::uint8_t { kCpa, kRevShare, kCpl, kFixedMonthly, kSubAffiliate };
inline constexpr std::array<std::string_view, 5> kComponentNames{"cpa", "revShare", "cpl", "fixedMonthly",
                                                                 "subAffiliate"};

constexpr std::string_view Name(Component component) { return kComponentNames[static_cast<std::size_t>(component)]; }

// Why an accrual exists. The numbers are stored: append only.
enum class Reason : std::uint8_t {
    kEarned,
    kCapped,      // The player qualified above the cap. The amount is 0.
    kReRated,     // A tier was reached, which changes the price of a player that qualified before.
    kClawback,    // A chargeback took back the CPA of the player.
    kReassigned,  // The player was reassigned: the previous affiliate loses the commission.
};
inline constexpr std::array<std::string_view, 5> kReasonNames{"earned", "capped", "reRated", "clawback", "reassigned"};

constexpr std::string_view Name(Reason reason) { return kReasonNames[static_cast<std::size_t>(reason)]; }

}  // namespace fairlead::commission
