#pragma once

#include <cstdint>

#include "app/ports/tracking.hpp"
#include "app/tracking/batch_clock.hpp"
#include "domain/tracking/click_id.hpp"

namespace fairlead::app {

class ClockGuard;
class Intake;
class VisitJournal;

// Records the clicks and impressions that visitors have caused. Safe from any thread; the intake, the journal and the
// clock must outlive it. Without a journal everything waits for the ledger.
class RecordClick {
public:
    explicit RecordClick(Intake& intake, VisitJournal* journal = nullptr, ClockGuard* clock = nullptr)
        : intake_(intake), journal_(journal), clock_(clock) {}

    // The time of a new batch, with which the ids of its clicks are made. 0 while the clock is suspect.
    Timestamp NextBatchTime();

    // Stores a batch that has a time: in the journal, or in the ledger if the journal takes nothing now. An Error may
    // hide that it is stored. A batch without a time is refused.
    void Run(TrackedBatch batch, StatusDone done);

    // Stores a batch without a time in the ledger; its time is that of its commit. An Error may hide that it is stored.
    // An empty batch is answered at once.
    void RunInLedger(TrackedBatch batch, TrackDone done);

    // Calls `then`, possibly on another thread, when the ledger has everything of the operator that this node has
    // acknowledged, or after a second.
    void WhenRecorded(OperatorId owner, std::move_only_function<void()> then);

private:
    Intake& intake_;
    VisitJournal* journal_;
    ClockGuard* clock_;  // Null: the system's clock.
    BatchClock batch_clock_;
};

// The id of the nth click, counted from 0, of a batch that has the time of its commit. It keeps the random part of the
// gathered click.
inline ClickId ClickIdOf(const TrackReceipt& receipt, std::uint32_t nth, std::uint64_t random) {
    return tracking::MakeClickId({receipt.recorded_at, receipt.first_click + nth, random});
}

}  // namespace fairlead::app
