#include "domain/tracking/terms.hpp"

#include <bit>
#include <cstring>

namespace fairlead::tracking {
namespace {

static_assert(std::endian::native == std::endian::little, "terms are stored: they must be the same everywhere");

// The kind of a click's term is a sum of the first three, one bit for each kind of evidence, or 0. All other terms have
// kinds of 8 and above.
enum Kind : std::uint64_t {
    kAddress = 1,
    kAgent = 2,
    kCountry = 4,
    kBrand = 8,
    kPlayer = 9,
    kAffiliateAccruals = 10,
    kPlayerAccruals = 11,
    kShares = 12
};

constexpr std::array<std::uint64_t, kClickTerms> kIndexedEvidence{0,        kAddress,         kAgent, kAddress | kAgent,
                                                                  kCountry, kAgent | kCountry};

Term Mix(Term hash, std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
    return hash ^ (hash >> 32);
}

Term MixBytes(Term hash, const Bytes16& bytes) {
    std::uint64_t words[2];
    std::memcpy(words, bytes.data(), sizeof(words));
    return Mix(Mix(hash, words[0]), words[1]);
}

Term MixCountry(Term hash, std::string_view country) {
    std::uint64_t word = 0;
    for (const char c : country.substr(0, 2)) word = word << 8 | static_cast<std::uint8_t>(c);
    return Mix(hash, word);
}

Term TermOf(Term brand_term, std::uint64_t evidence, const Bytes16& address_hash, const Bytes16& agent_digest,
            std::string_view country) {
    Term term = Mix(brand_term, evidence);
    if ((evidence & kAddress) != 0) term = MixBytes(term, address_hash);
    if ((evidence & kAgent) != 0) term = MixBytes(term, agent_digest);
    if ((evidence & kCountry) != 0) term = MixCountry(term, country);
    return term;
}

}  // namespace

Term BrandTerm(OperatorId owner, BrandId brand) {
    return MixBytes(MixBytes(Mix(0, kBrand), owner.uuid.bytes), brand.uuid.bytes);
}

std::array<Term, kClickTerms> ClickTerms(Term brand_term, const Bytes16& address_hash, const Bytes16& agent_digest,
                                         std::string_view country) {
    std::array<Term, kClickTerms> terms;
    for (std::size_t i = 0; i < kClickTerms; ++i) {
        terms[i] = TermOf(brand_term, kIndexedEvidence[i], address_hash, agent_digest, country);
    }
    return terms;
}

Term AnyClickTerm(Term brand_term) { return Mix(brand_term, 0); }

std::vector<Term> TermsToSearch(Term brand_term, const SoughtEvidence& evidence) {
    const Bytes16 none{};
    const bool by_address = evidence.address_hash != nullptr;
    const bool by_agent = evidence.agent_digest != nullptr;
    const bool by_country = !by_address && !evidence.country.empty();
    const std::uint64_t given = (by_address * kAddress) | (by_agent * kAgent) | (by_country * kCountry);
    const auto term_with = [&](std::string_view country) {
        return TermOf(brand_term, given, by_address ? *evidence.address_hash : none,
                      by_agent ? *evidence.agent_digest : none, country);
    };
    if (!by_country) return {term_with({})};
    // A click with an unknown country matches any country.
    return {term_with(evidence.country), term_with({})};
}

Term PlayerTerm(OperatorId owner, PlayerId player) {
    return MixBytes(MixBytes(Mix(0, kPlayer), owner.uuid.bytes), player.uuid.bytes);
}

Term AffiliateAccrualTerm(OperatorId owner, AffiliateId affiliate) {
    return MixBytes(MixBytes(Mix(0, kAffiliateAccruals), owner.uuid.bytes), affiliate.uuid.bytes);
}

Term PlayerAccrualTerm(OperatorId owner, PlayerId player) {
    return MixBytes(MixBytes(Mix(0, kPlayerAccruals), owner.uuid.bytes), player.uuid.bytes);
}

Term ShareTerm(OperatorId owner, std::int64_t accrual) {
    return Mix(MixBytes(Mix(0, kShares), owner.uuid.bytes), static_cast<std::uint64_t>(accrual));
}

}  // namespace fairlead::tracking
