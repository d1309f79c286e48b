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
    TRY(scope.Begin(connection, index));
    OperatorCommitted committed;
    OperatorTransaction& transaction = scope.transaction();
    for (const auto* batch : work.tracked) {
        committed.tracked.push_back({transaction.moment.recorded_at, transaction.facts.click_count()});
        transaction.facts.AddClicks(batch->clicks);
        transaction.facts.AddImpressions(batch->impressions);
    }
    if (!work.events.empty()) {
        auto ingested = TRY(IngestBatch(transaction, work.events));
        committed.ingested = std::move(ingested);
    }
    TRY(scope.Finish(TermsOf(work.tracked)));
    return committed;
}

}  // namespace fairlead::ledger
