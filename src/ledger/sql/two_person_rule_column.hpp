#pragma once

#include <cstdint>

#include "domain/catalogue/two_person_rule.hpp"

namespace fairlead::ledger {

// The column operators.two_person_rule is 0 while the rule is off, 1 while it is on, and otherwise the time when it
// ends, in microseconds.
inline constexpr std::int64_t kTwoPersonRuleWithoutEnd = 1;

inline catalogue::TwoPersonRule ReadTwoPersonRule(std::int64_t stored) {
    if (stored == 0) return {};
    if (stored == kTwoPersonRuleWithoutEnd) return {.on = true};
    return {.on = true, .ends_at = Timestamp{stored}};
}

inline std::int64_t StoredTwoPersonRule(const catalogue::TwoPersonRule& rule) {
    if (!rule.on) return 0;
    return rule.ends_at ? rule.ends_at->micros : kTwoPersonRuleWithoutEnd;
}

}  // namespace fairlead::ledger
