#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "domain/catalogue/records.hpp"
#include "domain/events/event.hpp"
#include "domain/tracking/click.hpp"

namespace fairlead::attribution {

// How a brand's players are attributed when the registration names no click.
struct Policy {
    catalogue::AttributionFallback fallback = catalogue::AttributionFallback::kLastClick;
    int window_days = 30;
    // Whether a registration that names an unknown click needs evidence. Decisions of the first releases did not.
    bool unknown_needs_evidence = true;

    bool operator==(const Policy&) const = default;
};

// The numbers are stored: append only.
enum class Method : std::uint8_t { kDirect, kLastClick, kOrganic, kManual };
inline constexpr std::array<std::string_view, 4> kMethodNames{"direct", "lastClick", "organic", "manual"};

// The result for one click in a decision. The numbers are stored: append only.
enum class Outcome : std::uint8_t {
    kWon,
    kNotInForce,
    kOtherBrand,
    kUncounted,
    kAfterRegistration,
    kBeforeWindow,
    kNoAddressGiven,
    kAddressDiffers,
    kAgentDiffers,
    kCountryDiffers,
    kFallbackOff,
    kEarlierThanWinner,
    kNoEvidenceGiven,
    kAffiliateSuspended,
};
inline constexpr std::array<std::string_view, 14> kOutcomeNames{
    "won",          "notInForce",        "otherBrand",      "uncounted",         "afterRegistration",
    "beforeWindow", "noAddressGiven",    "addressDiffers",  "agentDiffers",      "countryDiffers",
    "fallbackOff",  "earlierThanWinner", "noEvidenceGiven", "affiliateSuspended"};

struct Candidate {
    tracking::Click click;
    Outcome outcome = Outcome::kWon;

    bool operator==(const Candidate&) const = default;
};

// The decision about who brought a player, with the clicks that were considered.
struct AttributionDecision {
    Method method = Method::kOrganic;
    std::optional<tracking::Click> winner;
    std::vector<Candidate> candidates;
    Policy policy;               // The policy at the time of the decision.
    std::string named;           // The click that the registration named, known or not.
    bool address_given = false;  // Whether the registration had an address.
    // The registration named an unknown click and had neither an address nor a user agent, so no other click counts.
    bool lacks_evidence = false;

    bool operator==(const AttributionDecision&) const = default;
};

// How well a decision is proved: by a named click, by the visitor's address or user agent, or not at all. The names are
// stored.
enum class Proof : std::uint8_t { kDirect, kWithEvidence, kWithoutEvidence, kOrganic };
inline constexpr std::array<std::string_view, 4> kProofNames{"direct", "withEvidence", "withoutEvidence", "organic"};

Proof ProofOf(const AttributionDecision& decision, const events::Event& registration);

// What a registration says about the visitor.
struct Evidence {
    explicit Evidence(const events::Event& registration);

    std::optional<Bytes16> address_hash;
    std::optional<Bytes16> agent_digest;
    std::string_view country;  // Empty when not given.
};

// The first moment of the attribution window. The window includes both ends.
Timestamp WindowStart(Timestamp registered_at, const Policy& policy);

// Returns kWon if the click matches the evidence, else why it does not.
Outcome Compare(const Evidence& evidence, const tracking::Click& click, const Policy& policy);

// The outcome of a click that a registration names: kWon, or why it is not credited. `suspended` are the affiliates
// that were suspended when the registration was recorded, also if the click is recorded later.
Outcome OutcomeOfNamed(const tracking::Click& named, const std::unordered_set<AffiliateId>& suspended);

// Decides who brought a player. A named click wins at any age, because it is evidence and the last click is a guess.
// Otherwise the latest matching click of `candidates` wins. A registration that names an unknown click came from
// somewhere else, so another click counts only with evidence: an address or a user agent. `named` is the click that the
// registration names, if the operator has it. Affiliates in `suspended` get no player. If the registration names a
// click of such an affiliate, the player is organic, because nobody else brought it. Other clicks of such affiliates
// are skipped.
AttributionDecision Attribute(const events::Event& registration, const Policy& policy,
                              const std::optional<tracking::Click>& named, std::span<const tracking::Click> candidates,
                              const std::unordered_set<AffiliateId>& suspended = {});

}  // namespace fairlead::attribution
