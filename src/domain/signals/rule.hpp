#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::signals {

// What a rule looks for.
enum class RuleKind : std::uint8_t {
    kClickBurst,         // Many clicks on one link in a short time.
    kOneAddress,         // Many clicks of one affiliate from one address.
    kOneAgent,           // One user agent makes most clicks of an affiliate.
    kFastRegistration,   // A player registers too soon after the click.
    kUnusualConversion,  // The share of clicks that become registrations is far outside the affiliate's habit.
};
inline constexpr std::array<std::string_view, 5> kRuleKindNames{"clickBurst", "oneAddress", "oneAgent",
                                                                "fastRegistration", "unusualConversion"};

// A parameter of a kind of rule: a whole number.
struct ParameterBounds {
    std::string_view name;
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::int64_t usual = 0;  // The value if none is given.
};
std::span<const ParameterBounds> ParametersOf(RuleKind kind);

using Parameters = std::map<std::string, std::int64_t, std::less<>>;

// Adds the usual values of parameters that are missing.
void CompleteParameters(RuleKind kind, Parameters& parameters);

// A rule of an operator. Each change makes a new version.
struct FraudRule {
    FraudRuleId id;
    std::string name;
    RuleKind kind = RuleKind::kClickBurst;
    Parameters parameters;  // All parameters of the kind.
    bool active = false;    // Only an active rule makes signals.
    bool holds = false;     // Whether statements of the affiliate wait until its signals are decided.
    std::int64_t version = 1;
    Timestamp changed_at;
    Timestamp created_at;

    // The value of a parameter of the kind.
    std::int64_t Number(std::string_view parameter) const;
};

// Two findings of a rule with the same cause and less time between them are the same signal.
std::int64_t CauseGapMicros(const FraudRule& rule);
// The time before a moment that the rule must read to judge that moment.
std::int64_t LookBackMicros(const FraudRule& rule);

}  // namespace fairlead::signals
