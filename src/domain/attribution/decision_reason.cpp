#include "domain/attribution/decision_reason.hpp"

#include <algorithm>

namespace fairlead::attribution {
namespace {

// Whether the registration named a click of an affiliate that was suspended.
bool NamesSuspended(const KeptDecision& weighed) {
    const auto named = ClickId::Parse(weighed.named);
    return named && std::ranges::any_of(weighed.candidates, [&](const KeptCandidate& candidate) {
               return candidate.click == *named && candidate.outcome == Outcome::kAffiliateSuspended;
           });
}

DecisionRule OrganicRule(const KeptDecision& weighed) {
    using catalogue::AttributionFallback;
    if (weighed.lacks_evidence) return DecisionRule::kNoEvidence;
    if (NamesSuspended(weighed)) return DecisionRule::kAffiliateSuspended;
    switch (weighed.policy.fallback) {
        case AttributionFallback::kOff: return DecisionRule::kNamedOnly;
        case AttributionFallback::kEvidence:
            return weighed.address_given ? DecisionRule::kNoMatch : DecisionRule::kNoAddress;
        case AttributionFallback::kLastClick: break;
    }
    return weighed.candidates.empty() ? DecisionRule::kNoClick : DecisionRule::kNoClickThatFits;
}

DecisionRule RuleOf(Method method, bool attributed, const KeptDecision& weighed) {
    switch (method) {
        case Method::kDirect: return DecisionRule::kClickNamed;
        case Method::kManual: return attributed ? DecisionRule::kByHand : DecisionRule::kReleased;
        case Method::kLastClick: return DecisionRule::kLastClick;
        case Method::kOrganic: break;
    }
    return OrganicRule(weighed);
}

std::string NamedText(const std::optional<std::string>& named) {
    if (!named) return "The registration named no click that could count. ";
    if (named->empty()) return "The registration named no click. ";
    return "The registration named the click " + *named + ", which is unknown or not in force. ";
}

std::string WindowText(const DecisionReason& reason) { return std::to_string(reason.window_days) + " days"; }

}  // namespace

DecisionReason ReasonOf(Method method, bool attributed, const KeptDecision& weighed, std::string_view note) {
    return {RuleOf(method, attributed, weighed), weighed.named, weighed.policy.window_days, std::string(note)};
}

DecisionReason ReasonForAffiliates(Method method, bool attributed, const KeptDecision& weighed) {
    return {RuleOf(method, attributed, weighed), std::nullopt, weighed.policy.window_days, ""};
}

std::string TextOf(const DecisionReason& reason) {
    const std::string named = NamedText(reason.named);
    switch (reason.rule) {
        case DecisionRule::kClickNamed: return "The registration named the click that brought the player.";
        case DecisionRule::kByHand:
            return "The operator has given the player to this affiliate by hand" +
                   (reason.note.empty() ? std::string(".") : ": " + reason.note);
        case DecisionRule::kReleased:
            return "The operator has taken the player from its affiliate by hand" +
                   (reason.note.empty() ? std::string(".") : ": " + reason.note);
        case DecisionRule::kLastClick:
            return named + "The latest matching click in the " + WindowText(reason) +
                   " before the registration counts.";
        case DecisionRule::kNamedOnly: return named + std::string(TextOf(Outcome::kFallbackOff));
        case DecisionRule::kNoAddress: return named + std::string(TextOf(Outcome::kNoAddressGiven));
        case DecisionRule::kNoMatch:
            return named + "No click in the " + WindowText(reason) +
                   " before the registration matches its address and its other evidence.";
        case DecisionRule::kNoClick:
            return named + "No click in the " + WindowText(reason) + " before the registration could count.";
        case DecisionRule::kNoClickThatFits:
            return named + "None of the clicks in the " + WindowText(reason) + " before the registration matches it.";
        case DecisionRule::kNoEvidence: return named + std::string(TextOf(Outcome::kNoEvidenceGiven));
        case DecisionRule::kAffiliateSuspended:
            return "The registration named a click of an affiliate that was suspended when the registration was "
                   "recorded. Such an affiliate gets no new players.";
    }
    return "";
}

std::string_view TextOf(Outcome outcome) {
    switch (outcome) {
        case Outcome::kWon: return "This click brought the player.";
        case Outcome::kNotInForce:
            return "When the link was clicked, it was inactive or its affiliate was not approved. Such a click is "
                   "never "
                   "credited.";
        case Outcome::kOtherBrand: return "The click was on a link of another brand.";
        case Outcome::kUncounted: return "A bot or a prefetch made this call. It counts only if it is named.";
        case Outcome::kAfterRegistration: return "The click came after the registration.";
        case Outcome::kBeforeWindow: return "The click is older than the brand's attribution window.";
        case Outcome::kNoAddressGiven: return "The brand requires a matching address, and the registration has none.";
        case Outcome::kAddressDiffers: return "The click came from another address than the registration.";
        case Outcome::kAgentDiffers: return "The click came from another user agent than the registration.";
        case Outcome::kCountryDiffers: return "The click came from another country than the registration.";
        case Outcome::kFallbackOff: return "The brand credits only registrations that name their click.";
        case Outcome::kEarlierThanWinner: return "A later click also matches, and the latest one counts.";
        case Outcome::kNoEvidenceGiven:
            return "The registration has neither an address nor a user agent, so no other click is credited.";
        case Outcome::kAffiliateSuspended:
            return "The affiliate was suspended when the registration was recorded. It gets no new players.";
    }
    return "";
}

}  // namespace fairlead::attribution
