#include "domain/catalogue/two_person_rule.hpp"

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

}  // namespace fairlead::catalogue
