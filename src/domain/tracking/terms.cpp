#include "domain/tracking/terms.hpp"

#include <bit>
#include <cstring>

namespace fairlead::tracking {
namespace {

static_assert(std::endian::native == std::endian::little, "terms are stored: they must be the same everywhere");

// Which evidence a click's term is made of, as a set of bits; and the kinds of all other terms.
enum Kind : std::uint64_t {
    kAddress = 1,
    kAgent = 2,
    kCountry = 4,
    kBrand = 8,
    kPlayer = 9,
    kAffiliateAccruals = 10,
    kPlayerAccruals = 11
};

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

}  // namespace

Term BrandTerm(OperatorId owner, BrandId brand) {
    return MixBytes(MixBytes(Mix(0, kBrand), owner.uuid.bytes), brand.uuid.bytes);
}

std::array<Term, kClickTerms> ClickTerms(Term brand_term, const Bytes16& address_hash, const Bytes16& agent_digest,
                                         std::string_view country) {
    std::array<Term, kClickTerms> terms;
    for (std::uint64_t evidence = 0; evidence < kClickTerms; ++evidence) {
        Term term = Mix(brand_term, evidence);
        if ((evidence & kAddress) != 0) term = MixBytes(term, address_hash);
        if ((evidence & kAgent) != 0) term = MixBytes(term, agent_digest);
        if ((evidence & kCountry) != 0) term = MixCountry(term, country);
        terms[evidence] = term;
    }
    return terms;
}

Term AnyClickTerm(Term brand_term) { return Mix(brand_term, 0); }

std::vector<Term> TermsToSearch(Term brand_term, const SoughtEvidence& evidence) {
    const Bytes16 none{};
    const std::size_t given = (evidence.address_hash == nullptr ? 0U : std::uint64_t{kAddress}) |
                              (evidence.agent_digest == nullptr ? 0U : std::uint64_t{kAgent}) |
                              (evidence.country.empty() ? 0U : std::uint64_t{kCountry});
    const auto term_with = [&](std::string_view country) {
        return ClickTerms(brand_term, evidence.address_hash == nullptr ? none : *evidence.address_hash,
                          evidence.agent_digest == nullptr ? none : *evidence.agent_digest, country)[given];
    };
    if (evidence.country.empty()) return {term_with({})};
    // A click whose country is unknown agrees with any.
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

}  // namespace fairlead::tracking
