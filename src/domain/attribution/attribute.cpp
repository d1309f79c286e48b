#include "domain/attribution/attribute.hpp"

#include <algorithm>

namespace fairlead::attribution {
namespace {

using catalogue::AttributionFallback;
using tracking::Click;

// Whether the registration names an unknown click, and has neither an address nor a user agent.
bool LacksEvidence(const events::Event& registration, const Evidence& evidence, const Policy& policy,
                   const std::optional<Click>& named) {
    if (policy.fallback != AttributionFallback::kLastClick || !policy.unknown_needs_evidence) return false;
    return !registration.click_id.empty() && !named && !evidence.address_hash && !evidence.agent_digest;
}

Outcome OutcomeOfClick(const events::Event& registration, const Evidence& evidence, const Policy& policy,
                       bool lacks_evidence, const std::unordered_set<AffiliateId>& suspended, const Click& click) {
    if (policy.fallback == AttributionFallback::kOff) return Outcome::kFallbackOff;
    if (!click.IsAttributable()) return Outcome::kNotInForce;
    if (suspended.contains(click.origin.affiliate)) return Outcome::kAffiliateSuspended;
    if (click.brand != registration.brand) return Outcome::kOtherBrand;
    if (!click.IsCounted()) return Outcome::kUncounted;
    if (click.time > registration.time) return Outcome::kAfterRegistration;
    if (click.time < WindowStart(registration.time, policy)) return Outcome::kBeforeWindow;
    if (lacks_evidence) return Outcome::kNoEvidenceGiven;
    return Compare(evidence, click, policy);
}

// A later click wins. If two have the same time, the one with the greater id wins.
bool IsBefore(const Click& a, const Click& b) { return std::pair(a.time, a.id) < std::pair(b.time, b.id); }

}  // namespace

Evidence::Evidence(const events::Event& registration) : country(registration.country) {
    if (!registration.ip_hash.empty()) address_hash = Bytes16FromHex(registration.ip_hash);
    if (!registration.user_agent.empty()) agent_digest = tracking::DigestAgent(registration.user_agent);
}

Proof ProofOf(const AttributionDecision& decision, const events::Event& registration) {
    if (!decision.winner) return Proof::kOrganic;
    if (decision.method == Method::kDirect) return Proof::kDirect;
    // The winner matches all given evidence. A country alone does not identify a visitor.
    const bool evidence = !registration.ip_hash.empty() || !registration.user_agent.empty();
    return evidence ? Proof::kWithEvidence : Proof::kWithoutEvidence;
}

Timestamp WindowStart(Timestamp registered_at, const Policy& policy) {
    return Timestamp{registered_at.micros - policy.window_days * kMicrosPerDay};
}

Outcome Compare(const Evidence& evidence, const Click& click, const Policy& policy) {
    if (policy.fallback == AttributionFallback::kEvidence && !evidence.address_hash) return Outcome::kNoAddressGiven;
    if (evidence.address_hash && *evidence.address_hash != click.address_hash) return Outcome::kAddressDiffers;
    if (evidence.agent_digest && *evidence.agent_digest != click.agent_digest) return Outcome::kAgentDiffers;
    const bool countries_known = !evidence.country.empty() && !click.country.empty();
    if (countries_known && evidence.country != click.country) return Outcome::kCountryDiffers;
    return Outcome::kWon;
}

Outcome OutcomeOfNamed(const Click& named, const std::unordered_set<AffiliateId>& suspended) {
    if (!named.IsAttributable()) return Outcome::kNotInForce;
    return suspended.contains(named.origin.affiliate) ? Outcome::kAffiliateSuspended : Outcome::kWon;
}

AttributionDecision Attribute(const events::Event& registration, const Policy& policy,
                              const std::optional<Click>& named, std::span<const Click> candidates,
                              const std::unordered_set<AffiliateId>& suspended) {
    AttributionDecision decision{
        .policy = policy, .named = registration.click_id, .address_given = !registration.ip_hash.empty()};
    if (named) {
        const Outcome outcome = OutcomeOfNamed(*named, suspended);
        decision.candidates.push_back({*named, outcome});
        if (outcome == Outcome::kAffiliateSuspended) return decision;
        if (outcome == Outcome::kWon) {
            decision.method = Method::kDirect;
            decision.winner = named;
            return decision;
        }
    }

    const Evidence evidence(registration);
    decision.lacks_evidence = LacksEvidence(registration, evidence, policy, named);
    const Click* best = nullptr;
    for (const Click& click : candidates) {
        const Outcome outcome =
            OutcomeOfClick(registration, evidence, policy, decision.lacks_evidence, suspended, click);
        decision.candidates.push_back({click, outcome});
        if (outcome == Outcome::kWon && (best == nullptr || IsBefore(*best, click))) best = &click;
    }
    if (best == nullptr) return decision;
    decision.method = Method::kLastClick;
    decision.winner = *best;
    for (Candidate& candidate : decision.candidates) {
        const bool eligible = candidate.outcome == Outcome::kWon;
        if (eligible && candidate.click.id != best->id) candidate.outcome = Outcome::kEarlierThanWinner;
    }
    return decision;
}

}  // namespace fairlead::attribution
