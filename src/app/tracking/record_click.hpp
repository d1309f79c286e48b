#pragma once

#include <cstdint>

#include "app/ports/tracking.hpp"
#include "domain/tracking/click_id.hpp"

namespace fairlead::app {

class Intake;

// Records the clicks and impressions of visitors. Safe from any thread; the intake must outlive it.
class RecordClick {
public:
    explicit RecordClick(Intake& intake) : intake_(intake) {}

    // Stores the batch in one durable transaction. After an Error the batch may be stored. An empty batch is answered
    // at once.
    void Run(TrackedBatch batch, TrackDone done);

private:
    Intake& intake_;
};

// The id of the nth recorded click of a batch, counted from 0, with the random part from its gathering.
inline ClickId ClickIdOf(const TrackReceipt& receipt, std::uint32_t nth, std::uint64_t random) {
    return tracking::MakeClickId({receipt.recorded_at, receipt.first_click + nth, random});
}

}  // namespace fairlead::app
