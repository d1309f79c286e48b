#include "ledger/operator_commit.hpp"

#include <algorithm>

namespace fairlead::ledger {
namespace {

// The terms of all counted clicks, each once.
std::vector<tracking::Term> TermsOf(const std::vector<const app::TrackedBatch*>& batches) {
    std::vector<tracking::Term> terms;
    for (const auto* batch : batches) {
        terms.insert(terms.end(), batch->click_terms.begin(), batch->click_terms.end());
    }
    std::ranges::sort(terms);
    terms.erase(std::ranges::unique(terms).begin(), terms.end());
    return terms;
}

}  // namespace

Result<OperatorCommitted> CommitOperator(Session& session, LedgerIndex& index, const OperatorWork& work) {
    const auto moment = LockOperator(session, work.owner);
    if (!moment) return std::unexpected(moment.error());
    OperatorCommitted committed;
    facts::FactBlock block;
    for (const auto* batch : work.tracked) {
        committed.tracked.push_back({moment->recorded_at, block.click_count()});
        block.AddClicks(batch->clicks);
        block.AddImpressions(batch->impressions);
    }
    if (!work.events.empty()) {
        auto ingested = IngestBatch(session, index, *moment, work.events, block);
        if (!ingested) return std::unexpected(ingested.error());
        committed.ingested = std::move(*ingested);
    }
    const auto accepted = static_cast<std::int64_t>(committed.ingested.accepted);
    if (auto done = Advance(session, *moment, accepted, block); !done) return std::unexpected(done.error());
    // Also where there are no clicks: so the index knows how far it has come.
    if (!block.empty()) {
        auto indexed = index.AddClicks(session, work.owner, moment->recorded_at, TermsOf(work.tracked));
        if (!indexed) return std::unexpected(indexed.error());
    }
    return committed;
}

}  // namespace fairlead::ledger
