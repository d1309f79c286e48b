#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"

namespace fairlead::tracking {

// A term is a 64-bit hash of a property by which events or clicks are found. It is stored, so it must never change.
using Term = std::uint64_t;

// The term of a brand. All terms of its clicks are derived from it.
Term BrandTerm(OperatorId owner, BrandId brand);

// The terms of a counted click: one for each combination of evidence that a registration may have, so that a search
// rarely reads clicks that do not match. There is no term for address and country together, because one address is
// rarely in two countries.
inline constexpr std::size_t kClickTerms = 6;
std::array<Term, kClickTerms> ClickTerms(Term brand_term, const Bytes16& address_hash, const Bytes16& agent_digest,
                                         std::string_view country);

// The term of all counted clicks of the brand.
Term AnyClickTerm(Term brand_term);

// The evidence of a registration. Missing evidence is null or empty.
struct SoughtEvidence {
    const Bytes16* address_hash = nullptr;
    const Bytes16* agent_digest = nullptr;
    std::string_view country;
};

// The terms of the clicks that may match the evidence: one term, or two if the country of a click may be unknown.
std::vector<Term> TermsToSearch(Term brand_term, const SoughtEvidence& evidence);

// The term of a player's events.
Term PlayerTerm(OperatorId owner, PlayerId player);

// The terms of the accruals of an affiliate, and of accruals for a player that the event of another player caused.
Term AffiliateAccrualTerm(OperatorId owner, AffiliateId affiliate);
Term PlayerAccrualTerm(OperatorId owner, PlayerId player);
// The term of the parents' shares of an accrual that has neither a player nor an event.
Term ShareTerm(OperatorId owner, std::int64_t accrual);

}  // namespace fairlead::tracking
