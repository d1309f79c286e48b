#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "app/ports/intake.hpp"
#include "ledger/commission/late_clicks.hpp"
#include "ledger/engine/engine.hpp"
#include "ledger/ingest/operator_commit.hpp"
#include "ledger/transaction/operator_cache.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::ledger {

// Puts events, clicks and impressions into the writers' queue, and commits the waiting tasks.
class RelationalIntake final : public app::Intake {
public:
    RelationalIntake(WorkQueue& queue, OperatorCaches& caches, telemetry::Metrics& metrics)
        : queue_(queue), caches_(caches), late_clicks_(caches), metrics_(metrics) {}

    void Ingest(OperatorId owner, std::span<const events::SubmittedEvent> batch, app::IngestDone done) override;
    void Track(app::TrackedBatch batch, app::TrackDone done) override;
    void TakeOver(app::JournalledBatches batches, app::StatusDone done) override;

    // Runs the tasks in one transaction and completes them when it is durable. Called on the writer's thread.
    void Commit(Writer& writer, std::vector<CommitTask>& tasks);

    // Whether the last commit failed, less than two seconds ago. Safe from any thread.
    bool HasJustFailed() const;

private:
    void AttributeLate(Connection& connection, LedgerIndex& index, const OperatorWork& work);

    WorkQueue& queue_;
    OperatorCaches& caches_;
    LateClicks late_clicks_;
    telemetry::Metrics& metrics_;
    std::atomic<std::int64_t> failed_at_ = 0;  // Steady clock; 0 after a commit that succeeded.
};

}  // namespace fairlead::ledger
