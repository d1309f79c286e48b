#pragma once

#include <optional>

#include "base/time/time.hpp"

namespace fairlead::catalogue {

// How long the two-person rule stays in force after it was switched off. One person alone could otherwise switch it
// off, pay, and switch it on again before anybody notices.
inline constexpr std::int64_t kTwoPersonRuleNoticeMicros = 3 * kMicrosPerDay;
// A change of the rule is stored at most this long after it was decided. Otherwise it is decided again.
inline constexpr std::int64_t kTwoPersonRuleDelayMicros = 60 * kMicrosPerSecond;

// Whether an operator needs two people to pay a statement.
struct TwoPersonRule {
    bool on = false;
    std::optional<Timestamp> ends_at = {};  // Set if the rule was switched off and this was not taken back.

    bool IsOn(Timestamp now) const { return on && (!ends_at || now < *ends_at); }
    // The end that is still to come.
    std::optional<Timestamp> EndAfter(Timestamp now) const { return IsOn(now) ? ends_at : std::nullopt; }

    // Switching on a rule that is already on does not take back its end.
    void SwitchOn(Timestamp now);
    // The rule ends after the notice period. A repeated call does not move the end.
    void SwitchOff(Timestamp now);
    // Takes back the end that is still to come.
    void KeepOn(Timestamp now);

    // Whether the rule may be replaced by `next`, which was decided a moment before `now`, possibly by a wrong clock. A
    // rule that is in force must not end before the notice period is over, unless it would have ended by then anyway.
    bool MayBecome(const TwoPersonRule& next, Timestamp now) const;

    bool operator==(const TwoPersonRule&) const = default;
};

}  // namespace fairlead::catalogue
