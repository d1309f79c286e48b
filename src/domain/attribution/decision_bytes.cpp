#include "domain/attribution/decision_bytes.hpp"

#include "base/text/byte_codec.hpp"

namespace fairlead::attribution {
namespace {

// Bits of `flags`. The first releases knew only the first one.
constexpr std::uint8_t kAddressGiven = 1;
constexpr std::uint8_t kUnknownNeedsEvidence = 2;
constexpr std::uint8_t kLacksEvidence = 4;
constexpr std::uint8_t kAllFlags = kAddressGiven | kUnknownNeedsEvidence | kLacksEvidence;

char FlagsOf(const AttributionDecision& decision) {
    return static_cast<char>((decision.address_given ? kAddressGiven : 0) |
                             (decision.policy.unknown_needs_evidence ? kUnknownNeedsEvidence : 0) |
                             (decision.lacks_evidence ? kLacksEvidence : 0));
}

}  // namespace

// decision  := fallback:byte window_days:varint named:text flags:byte candidates:varint candidate*
// candidate := click:id outcome:byte affiliate:id has_link:byte link:id?
std::string EncodeDecision(const AttributionDecision& decision) {
    std::string out;
    out += static_cast<char>(decision.policy.fallback);
    AppendVarint(out, static_cast<std::uint64_t>(decision.policy.window_days));
    AppendText(out, decision.named);
    out += FlagsOf(decision);
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
    const std::uint8_t flags = reader.Byte();
    if ((flags & ~kAllFlags) != 0) reader.Fail();
    decision.address_given = (flags & kAddressGiven) != 0;
    decision.policy.unknown_needs_evidence = (flags & kUnknownNeedsEvidence) != 0;
    decision.lacks_evidence = (flags & kLacksEvidence) != 0;
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
