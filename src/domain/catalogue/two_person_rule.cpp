#include "domain/catalogue/two_person_rule.hpp"

#include <algorithm>

namespace fairlead::catalogue {

void TwoPersonRule::SwitchOn(Timestamp now) {
    if (!IsOn(now)) *this = {.on = true};
}

void TwoPersonRule::SwitchOff(Timestamp now) {
    if (!IsOn(now)) *this = {};
    if (on && !ends_at) ends_at = Timestamp{now.micros + kTwoPersonRuleNoticeMicros};
}

void TwoPersonRule::KeepOn(Timestamp now) {
    if (IsOn(now)) ends_at.reset();
}

bool TwoPersonRule::MayBecome(const TwoPersonRule& next, Timestamp now) const {
    if (!IsOn(now)) return true;
    if (!next.on) return false;
    if (!next.ends_at) return true;
    const Timestamp after_notice{now.micros + kTwoPersonRuleNoticeMicros - kTwoPersonRuleDelayMicros};
    return *next.ends_at >= (ends_at ? std::min(*ends_at, after_notice) : after_notice);
}

}  // namespace fairlead::catalogue
