#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/catalogue/records.hpp"
#include "domain/events/event.hpp"
#include "domain/tracking/click.hpp"

namespace fairlead::attribution {

// How a brand's players are credited when the registration names no click.
struct Policy {
    catalogue::AttributionFallback fallback = catalogue::AttributionFallback::kLastClick;
    int window_days = 30;

    bool operator==(const Policy&) const = default;
};

// The order of these is stored: append only.
enum class Method : std::uint8_t { kDirect, kLastClick, kOrganic, kManual };
inline constexpr std::array<std::string_view, 4> kMethodNames{"direct", "lastClick", "organic", "manual"};

// What became of a click in a decision. The order is stored: append only.
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
};
inline constexpr std::array<std::string_view, 12> kOutcomeNames{
    "won",          "notInForce",       "otherBrand",     "uncounted",    "afterRegistration",
    "beforeWindow", "noAddressGiven",   "addressDiffers", "agentDiffers", "countryDiffers",
    "fallbackOff",  "earlierThanWinner"};

struct Candidate {
    tracking::Click click;
    Outcome outcome = Outcome::kWon;

    bool operator==(const Candidate&) const = default;
};

// Who brought a player, or nobody, with what was weighed.
struct AttributionDecision {
    Method method = Method::kOrganic;
    std::optional<tracking::Click> winner;
    std::vector<Candidate> candidates;
    Policy policy;               // As it was in force.
    std::string named;           // The click that the registration named, whether it is known or not.
    bool address_given = false;  // By the registration.

    bool operator==(const AttributionDecision&) const = default;
};

// What a registration says about the visitor it was.
struct Evidence {
    explicit Evidence(const events::Event& registration);

    std::optional<Bytes16> address_hash;
    std::optional<Bytes16> agent_digest;
    std::string_view country;  // Empty when not given.
};

// The first moment of the window before a registration; both ends are included.
Timestamp WindowStart(Timestamp registered_at, const Policy& policy);

// Whether the evidence lets a click count: kWon if it does, else why not.
Outcome Compare(const Evidence& evidence, const tracking::Click& click, const Policy& policy);

// Who brought this player. A named click wins at any age: it is evidence, and last-click is a guess. Otherwise the
// latest of `candidates` that may count does. `named` is the click that the registration names, where it is one of the
// operator's.
AttributionDecision Attribute(const events::Event& registration, const Policy& policy,
                              const std::optional<tracking::Click>& named, std::span<const tracking::Click> candidates);

}  // namespace fairlead::attribution
