#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"

namespace fairlead::tracking {

// A term is a 64-bit hash of something that events or clicks are looked up by. It is stored: it may never change.
using Term = std::uint64_t;

// What the clicks of a brand have in common; every other term of a click starts from it.
Term BrandTerm(OperatorId owner, BrandId brand);

// The terms under which a counted click can be found: one for every combination of evidence that a registration may
// bring, so that a search hardly ever goes through clicks that some of it rules out. None is made of an address and a
// country: one address is hardly ever in two countries.
inline constexpr std::size_t kClickTerms = 6;
std::array<Term, kClickTerms> ClickTerms(Term brand_term, const Bytes16& address_hash, const Bytes16& agent_digest,
                                         std::string_view country);

// Where all clicks of the brand are that count.
Term AnyClickTerm(Term brand_term);

// What a registration brought; null or empty when it brought none.
struct SoughtEvidence {
    const Bytes16* address_hash = nullptr;
    const Bytes16* agent_digest = nullptr;
    std::string_view country;
};

// Where clicks that may fit the evidence are: under one term, or under either of two where a click's country may be
// unknown.
std::vector<Term> TermsToSearch(Term brand_term, const SoughtEvidence& evidence);

// Where the events of a player are.
Term PlayerTerm(OperatorId owner, PlayerId player);

// Where the accruals of an affiliate are, and those of a player that an event of another one caused.
Term AffiliateAccrualTerm(OperatorId owner, AffiliateId affiliate);
Term PlayerAccrualTerm(OperatorId owner, PlayerId player);

}  // namespace fairlead::tracking
