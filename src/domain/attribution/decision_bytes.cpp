#include "domain/attribution/decision_bytes.hpp"

#include "base/byte_codec.hpp"

namespace fairlead::attribution {

// candidates := count:varint (click:id outcome:byte affiliate:id has_link:byte link:id?)*
std::string EncodeCandidates(const std::vector<Candidate>& candidates) {
    std::string out;
    AppendVarint(out, candidates.size());
    for (const auto& [click, outcome] : candidates) {
        AppendId(out, click.id);
        out += static_cast<char>(outcome);
        AppendId(out, click.origin.affiliate);
        out += static_cast<char>(click.origin.link ? 1 : 0);
        if (click.origin.link) AppendId(out, *click.origin.link);
    }
    return out;
}

std::vector<KeptCandidate> ReadCandidates(std::string_view bytes) {
    ByteReader reader(bytes);
    std::vector<KeptCandidate> candidates;
    const std::uint64_t count = reader.Varint();
    for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
        KeptCandidate candidate;
        candidate.click = reader.ReadId<ClickId>();
        candidate.outcome = static_cast<Outcome>(reader.Byte());
        candidate.affiliate = reader.ReadId<AffiliateId>();
        if (reader.Byte() == 1) candidate.link = reader.ReadId<LinkId>();
        candidates.push_back(candidate);
    }
    return reader.ok() ? candidates : std::vector<KeptCandidate>();
}

}  // namespace fairlead::attribution
