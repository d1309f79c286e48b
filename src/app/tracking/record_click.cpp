#include "app/tracking/record_click.hpp"

#include <utility>

#include "app/clock/clock_guard.hpp"
#include "app/ports/intake.hpp"
#include "app/ports/visit_journal.hpp"

namespace fairlead::app {

Timestamp RecordClick::NextBatchTime() {
    if (clock_ == nullptr) return batch_clock_.Next(Now());
    const auto now = clock_->Read();
    return now ? batch_clock_.Next(*now) : Timestamp();
}

void RecordClick::Run(TrackedBatch batch, StatusDone done) {
    if (batch.empty()) return done({});
    if (batch.time == Timestamp()) {
        return done(Fail(ErrorCode::kClockSuspect, "the clock is suspect, so visits are not recorded"));
    }
    if (journal_ != nullptr && journal_->Append(batch, done)) return;
    intake_.Track(std::move(batch), [done = std::move(done)](const Result<TrackReceipt>& receipt) mutable {
        done(receipt ? Status() : Status(std::unexpected(receipt.error())));
    });
}

void RecordClick::RunInLedger(TrackedBatch batch, TrackDone done) {
    if (batch.empty()) return done(TrackReceipt{});
    intake_.Track(std::move(batch), std::move(done));
}

void RecordClick::WhenRecorded(OperatorId owner, std::move_only_function<void()> then) {
    if (journal_ == nullptr) return then();
    journal_->TakeOverThen(owner, std::move(then));
}

}  // namespace fairlead::app
