#include "domain/attribution/decision_bytes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "domain/attribution/naive_oracle_test.hpp"

namespace fairlead::attribution {
namespace {

AttributionDecision AnyDecision(std::uint64_t seed) {
    tracking::SeededChoice choose(seed);
    AttributionDecision decision;
    decision.policy = AnyPolicy(choose);
    decision.named = choose(2) == 0 ? "" : "what support asks about";
    decision.address_given = choose(2) == 0;
    decision.policy.unknown_needs_evidence = choose(2) == 0;
    decision.lacks_evidence = choose(2) == 0;
    for (std::uint64_t n = choose(7); n > 0; --n) {
        tracking::Click click = tracking::AnyClick(choose);
        click.id = tracking::MakeClickId({Timestamp{static_cast<std::int64_t>(choose(1ULL << 50))}, 0, choose(100)});
        decision.candidates.push_back({click, static_cast<Outcome>(choose(kOutcomeNames.size()))});
    }
    return decision;
}

RC_GTEST_PROP(KeptDecisions, AStoredDecisionIsReadBack, (std::uint64_t seed)) {
    const AttributionDecision decision = AnyDecision(seed);
    const KeptDecision kept = ReadDecision(EncodeDecision(decision));
    RC_ASSERT(kept.policy == decision.policy);
    RC_ASSERT(kept.named == decision.named);
    RC_ASSERT(kept.address_given == decision.address_given);
    RC_ASSERT(kept.lacks_evidence == decision.lacks_evidence);
    RC_ASSERT(kept.candidates.size() == decision.candidates.size());
    for (std::size_t i = 0; i < kept.candidates.size(); ++i) {
        const auto& [click, outcome] = decision.candidates[i];
        RC_ASSERT(kept.candidates[i] == (KeptCandidate{click.id, outcome, click.origin.affiliate, click.origin.link}));
    }
}

TEST(KeptDecisions, ADecisionOfTheFirstReleasesDidNotNeedEvidenceForAnUnknownClick) {
    const std::string bytes{'\0', '\x1E', '\x01', 'c', '\x01', '\0'};
    const KeptDecision kept = ReadDecision(bytes);
    EXPECT_EQ(kept.named, "c");
    EXPECT_TRUE(kept.address_given);
    EXPECT_FALSE(kept.policy.unknown_needs_evidence);
    EXPECT_FALSE(kept.lacks_evidence);
}

RC_GTEST_PROP(KeptDecisions, DamagedBytesReadAsAnEmptyDecision, (std::uint64_t seed)) {
    const std::string bytes = EncodeDecision(AnyDecision(seed));
    RC_ASSERT(ReadDecision(bytes.substr(0, *rc::gen::inRange<std::size_t>(0, bytes.size()))) == KeptDecision());
}

}  // namespace
}  // namespace fairlead::attribution
