#include "ledger/ingest/operator_commit.hpp"

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

Result<OperatorCommitted> CommitOperator(Connection& connection, LedgerIndex& index, OperatorScope& scope,
                                         const OperatorWork& work) {
    if (auto begun = scope.Begin(connection, index); !begun) return std::unexpected(begun.error());
    OperatorCommitted committed;
    OperatorTransaction& transaction = scope.transaction();
    for (const auto* batch : work.tracked) {
        committed.tracked.push_back({transaction.moment.recorded_at, transaction.facts.click_count()});
        transaction.facts.AddClicks(batch->clicks);
        transaction.facts.AddImpressions(batch->impressions);
    }
    if (!work.events.empty()) {
        auto ingested = IngestBatch(transaction, work.events);
        if (!ingested) return std::unexpected(ingested.error());
        committed.ingested = std::move(*ingested);
    }
    if (auto done = scope.Finish(TermsOf(work.tracked)); !done) return std::unexpected(done.error());
    return committed;
}

}  // namespace fairlead::ledger
