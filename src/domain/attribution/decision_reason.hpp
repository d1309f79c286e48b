#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "domain/attribution/decision_bytes.hpp"

namespace fairlead::attribution {

// The rule that decided who brought a player.
enum class DecisionRule : std::uint8_t {
    kClickNamed,      // The registration named the click.
    kByHand,          // A person decided.
    kLastClick,       // The last click that fits was credited.
    kNamedOnly,       // Nobody: the brand credits only named clicks.
    kNoAddress,       // Nobody: the brand compares addresses, and the registration has none.
    kNoMatch,         // Nobody: the brand compares addresses, and no click fits.
    kNoClick,         // Nobody: there was no click.
    kNoClickThatFits  // Nobody: there were clicks, and none fits.
};
inline constexpr std::array<std::string_view, 8> kDecisionRuleNames{
    "clickNamed", "byHand", "lastClick", "namedOnly", "noAddress", "noMatch", "noClick", "noClickThatFits"};

constexpr std::string_view Name(DecisionRule rule) { return kDecisionRuleNames[static_cast<std::size_t>(rule)]; }

// Why a player counts for an affiliate, or for nobody.
struct DecisionReason {
    DecisionRule rule = DecisionRule::kNoClick;
    // The click that the registration named and that could not count; empty: it named none. Nothing where the reader
    // may not know.
    std::optional<std::string> named;
    int window_days = 0;
    std::string note;  // Of a decision by hand; empty where the reader may not know.

    bool operator==(const DecisionReason&) const = default;
};

DecisionReason ReasonOf(Method method, const KeptDecision& weighed, std::string_view note);

// The reason as an affiliate may know it: without the named click and without the operator's note.
DecisionReason ReasonForAffiliates(Method method, const KeptDecision& weighed);

// In English.
std::string TextOf(const DecisionReason& reason);
std::string_view TextOf(Outcome outcome);

}  // namespace fairlead::attribution
