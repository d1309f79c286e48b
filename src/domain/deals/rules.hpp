#pragma once

#include <cstdint>

namespace fairlead::commission {

// The numbers of the commission rules. A ledger follows a number from the commit that records it (RulesChanged), so
// `verify` repeats older commits by the rules of their time. Append only: a rule that changes gets the next number.
inline constexpr std::int32_t kFirstRules = 1;
// Amounts are compared in minor units, and a change of the rate re-rates every brand (docs/commission.md §6.8, §6.10).
inline constexpr std::int32_t kRulesOfBrands = 2;
// Versions of a deal with equal terms share one state (docs/commission.md §6.7).
inline constexpr std::int32_t kRulesOfLadders = 3;

// Parents get a share of what statements of their sub-affiliates carry over or waive, and children are closed before
// their parents (docs/commission.md §6.11).
inline constexpr std::int32_t kRulesOfCounterparts = 4;

// Events that are recorded while the affiliate is suspended earn nothing, and reports show activity under the player's
// deal (docs/commission.md §6.13, §6.17).
inline constexpr std::int32_t kRulesOfSuspension = 5;

// Deposits of a player after it has qualified are not part of its stored state (LaterDeposits in accruals/state.hpp).
// This changes no figure, only what is stored.
inline constexpr std::int32_t kRulesOfLaterDeposits = 6;

inline constexpr std::int32_t kRulesNow = kRulesOfLaterDeposits;

}  // namespace fairlead::commission
