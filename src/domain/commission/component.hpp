#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fairlead::commission {

// Every component a deal can have, in the order in which they are worked out. The order is stored: append only.
enum class Component : std::uint8_t { kCpa, kRevShare, kCpl, kFixedMonthly, kSubAffiliate };
inline constexpr std::array<std::string_view, 5> kComponentNames{"cpa", "revShare", "cpl", "fixedMonthly",
                                                                 "subAffiliate"};

constexpr std::string_view Name(Component component) { return kComponentNames[static_cast<std::size_t>(component)]; }

// Why there is an accrual. The order is stored: append only.
enum class Reason : std::uint8_t {
    kEarned,
    kCapped,      // A qualified player beyond the cap: 0.
    kReRated,     // A tier was reached: a player that had qualified before is worth something else.
    kClawback,    // A chargeback took back what was paid for the player.
    kReassigned,  // The player was given to another affiliate: what it earned is taken back.
};
inline constexpr std::array<std::string_view, 5> kReasonNames{"earned", "capped", "reRated", "clawback", "reassigned"};

constexpr std::string_view Name(Reason reason) { return kReasonNames[static_cast<std::size_t>(reason)]; }

}  // namespace fairlead::commission
