#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "domain/attribution/decision_bytes.hpp"

namespace fairlead::attribution {

// The rule that decided who brought a player.
enum class DecisionRule : std::uint8_t {
    kClickNamed,          // The registration named the click.
    kByHand,              // A person decided.
    kLastClick,           // The latest matching click was credited.
    kNamedOnly,           // Organic: the brand credits only named clicks.
    kNoAddress,           // Organic: the brand compares addresses, and the registration has none.
    kNoMatch,             // Organic: the brand compares addresses, and no click matches.
    kNoClick,             // Organic: there was no click.
    kNoClickThatFits,     // Organic: there were clicks, and none matches.
    kNoEvidence,          // Organic: the named click is unknown, and the registration has no evidence for another one.
    kAffiliateSuspended,  // Organic: the registration named a click of an affiliate that was suspended.
    kReleased             // Organic: a person has taken the player from its affiliate.
};
inline constexpr std::array<std::string_view, 11> kDecisionRuleNames{
    "clickNamed", "byHand",          "lastClick",  "namedOnly",          "noAddress", "noMatch",
    "noClick",    "noClickThatFits", "noEvidence", "affiliateSuspended", "released"};

constexpr std::string_view Name(DecisionRule rule) { return kDecisionRuleNames[static_cast<std::size_t>(rule)]; }

// Why a player is attributed to an affiliate, or is organic.
struct DecisionReason {
    DecisionRule rule = DecisionRule::kNoClick;
    // The click that the registration named and that could not count. Empty if it named none. Nothing if the reader may
    // not see it.
    std::optional<std::string> named;
    int window_days = 0;
    std::string note;  // The note of a manual decision. Empty if the reader may not see it.

    bool operator==(const DecisionReason&) const = default;
};

// `attributed` says whether the decision gave the player to an affiliate.
DecisionReason ReasonOf(Method method, bool attributed, const KeptDecision& weighed, std::string_view note);

// The reason as an affiliate may see it: without the named click and without the operator's note.
DecisionReason ReasonForAffiliates(Method method, bool attributed, const KeptDecision& weighed);

// In English.
std::string TextOf(const DecisionReason& reason);
std::string_view TextOf(Outcome outcome);

}  // namespace fairlead::attribution
