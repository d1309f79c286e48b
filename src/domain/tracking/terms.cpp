#include "domain/tracking/terms.hpp"

#include <bit>
#include <cstring>

namespace fairlead::tracking {
namespace {

static_assert(std::endian::native == std::endian::little, "terms are stored: they must be the same everywhere");

enum Kind : std::uint64_t { kBrand = 1, kCountry, kAddress, kAgent, kAgentAndCountry, kPlayer, kAddressAndAgent };

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
    return {brand_term,
            MixCountry(Mix(brand_term, kCountry), country),
            MixBytes(Mix(brand_term, kAddress), address_hash),
            MixBytes(Mix(brand_term, kAgent), agent_digest),
            MixCountry(MixBytes(Mix(brand_term, kAgentAndCountry), agent_digest), country),
            MixBytes(MixBytes(Mix(brand_term, kAddressAndAgent), address_hash), agent_digest)};
}

std::vector<Term> TermsToSearch(Term brand_term, const SoughtEvidence& evidence) {
    if (evidence.address_hash != nullptr) {
        // One address has one country, mostly; but behind one address there can be a great many agents.
        if (evidence.agent_digest == nullptr) return {MixBytes(Mix(brand_term, kAddress), *evidence.address_hash)};
        return {MixBytes(MixBytes(Mix(brand_term, kAddressAndAgent), *evidence.address_hash), *evidence.agent_digest)};
    }
    if (evidence.country.empty()) {
        if (evidence.agent_digest == nullptr) return {brand_term};
        return {MixBytes(Mix(brand_term, kAgent), *evidence.agent_digest)};
    }
    const Term start = evidence.agent_digest == nullptr
                           ? Mix(brand_term, kCountry)
                           : MixBytes(Mix(brand_term, kAgentAndCountry), *evidence.agent_digest);
    return {MixCountry(start, evidence.country), MixCountry(start, "")};
}

Term PlayerTerm(OperatorId owner, PlayerId player) {
    return MixBytes(MixBytes(Mix(0, kPlayer), owner.uuid.bytes), player.uuid.bytes);
}

}  // namespace fairlead::tracking
