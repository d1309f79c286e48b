#include "ledger/ingest/operator_commit.hpp"

#include "ledger/ingest/journal_positions.hpp"
#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {
namespace {

// Gathers the clicks and impressions of one transaction.
class TrackedWork {
public:
    explicit TrackedWork(OperatorTransaction& transaction) : transaction_(transaction) {}

    app::TrackReceipt Add(const app::TrackedBatch& batch) {
        const Timestamp recorded_at = transaction_.moment.recorded_at;
        const app::TrackReceipt receipt{recorded_at, transaction_.facts.undated_click_count()};
        transaction_.facts.AddClicks(batch.clicks, batch.time);
        transaction_.facts.AddImpressions(batch.impressions);
        const Timestamp time =
            batch.time == facts::kUndated ? recorded_at : facts::VisitTime(batch.time, recorded_at, 0);
        for (const tracking::Term term : batch.click_terms) postings_.push_back({term, time.micros});
        return receipt;
    }

    // Leaves out batches that an earlier transaction has stored.
    Status AddNew(const app::JournalledBatches& journalled) {
        const auto reached = TRY(ReadJournalPosition(transaction_.connection, journalled.owner, journalled.journal));
        std::int64_t last = reached;
        for (const auto& [sequence, batch] : journalled.batches) {
            if (sequence <= last) continue;
            Add(batch);
            last = sequence;
        }
        if (last == reached) return {};
        // A node has just started.
        if (reached == 0) TRY(DeleteOldPositions(transaction_.connection, transaction_.moment));
        return StoreJournalPosition(transaction_.connection, transaction_.moment, journalled.journal, last);
    }

    // The postings of all counted clicks, each once.
    std::vector<Posting> TakePostings() {
        KeepEachOnce(postings_);
        return std::move(postings_);
    }

private:
    OperatorTransaction& transaction_;
    std::vector<Posting> postings_;
};

}  // namespace

Result<OperatorCommitted> CommitOperator(Connection& connection, LedgerIndex& index, LockedOperator& locked,
                                         const OperatorWork& work) {
    TRY(locked.Begin(connection, index));
    OperatorCommitted committed;
    OperatorTransaction& transaction = locked.transaction();
    TrackedWork tracked(transaction);
    for (const auto* batch : work.tracked) committed.tracked.push_back(tracked.Add(*batch));
    for (const auto* journalled : work.journalled) {
        TRY(tracked.AddNew(*journalled));
    }
    if (!work.events.empty()) {
        auto ingested = TRY(IngestBatch(transaction, work.events));
        committed.ingested = std::move(ingested);
    }
    TRY(locked.Finish(tracked.TakePostings()));
    return committed;
}

}  // namespace fairlead::ledger
