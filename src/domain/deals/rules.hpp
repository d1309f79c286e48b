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

inline constexpr std::int32_t kRulesNow = kRulesOfLadders;

}  // namespace fairlead::commission
