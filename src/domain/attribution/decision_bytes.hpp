#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/attribution/attribute.hpp"

namespace fairlead::attribution {

// The part of a candidate that is stored permanently: enough to say whose click it was, when, and why it lost.
struct KeptCandidate {
    ClickId click;
    Outcome outcome = Outcome::kWon;
    AffiliateId affiliate;
    std::optional<LinkId> link;

    bool operator==(const KeptCandidate&) const = default;
};

// The part of a decision that is stored permanently, in addition to the winner.
struct KeptDecision {
    Policy policy;
    std::string named;
    bool address_given = false;
    bool lacks_evidence = false;
    std::vector<KeptCandidate> candidates;

    bool operator==(const KeptDecision&) const = default;
};

std::string EncodeDecision(const AttributionDecision& decision);
// Returns an empty decision if the bytes are damaged.
KeptDecision ReadDecision(std::string_view bytes);

}  // namespace fairlead::attribution
