#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/attribution/attribute.hpp"

namespace fairlead::attribution {

// What is kept of a candidate for good: enough to say whose click it was, when, and why it lost.
struct KeptCandidate {
    ClickId click;
    Outcome outcome = Outcome::kWon;
    AffiliateId affiliate;
    std::optional<LinkId> link;

    bool operator==(const KeptCandidate&) const = default;
};

std::string EncodeCandidates(const std::vector<Candidate>& candidates);
// Empty when the bytes are damaged.
std::vector<KeptCandidate> ReadCandidates(std::string_view bytes);

}  // namespace fairlead::attribution
