#include "domain/attribution/decision_bytes.hpp"

#include "base/text/byte_codec.hpp"

namespace fairlead::attribution {

// decision  := fallback:byte window_days:varint named:text address_given:byte candidates:varint candidate*
// candidate := click:id outcome:byte affiliate:id has_link:byte link:id?
std::string EncodeDecision(const AttributionDecision& decision) {
    std::string out;
    out += static_cast<char>(decision.policy.fallback);
    AppendVarint(out, static_cast<std::uint64_t>(decision.policy.window_days));
    AppendText(out, decision.named);
    out += static_cast<char>(decision.address_given ? 1 : 0);
    AppendVarint(out, decision.candidates.size());
    for (const auto& [click, outcome] : decision.candidates) {
        AppendId(out, click.id);
        out += static_cast<char>(outcome);
        AppendId(out, click.origin.affiliate);
        out += static_cast<char>(click.origin.link ? 1 : 0);
        if (click.origin.link) AppendId(out, *click.origin.link);
    }
    return out;
}

KeptDecision ReadDecision(std::string_view bytes) {
    ByteReader reader(bytes);
    KeptDecision decision;
    decision.policy.fallback = static_cast<catalogue::AttributionFallback>(reader.Byte());
    if (static_cast<std::size_t>(decision.policy.fallback) >= catalogue::kAttributionFallbackNames.size()) {
        reader.Fail();
    }
    decision.policy.window_days = static_cast<int>(reader.Varint());
    decision.named = reader.Text();
    decision.address_given = reader.Byte() == 1;
    const std::uint64_t count = reader.Varint();
    for (std::uint64_t i = 0; i < count && reader.ok(); ++i) {
        KeptCandidate candidate;
        candidate.click = reader.ReadId<ClickId>();
        candidate.outcome = static_cast<Outcome>(reader.Byte());
        if (static_cast<std::size_t>(candidate.outcome) >= kOutcomeNames.size()) reader.Fail();
        candidate.affiliate = reader.ReadId<AffiliateId>();
        if (reader.Byte() == 1) candidate.link = reader.ReadId<LinkId>();
        decision.candidates.push_back(candidate);
    }
    return reader.ok() ? decision : KeptDecision();
}

}  // namespace fairlead::attribution
