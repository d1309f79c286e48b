#include "app/tracking/record_click.hpp"

#include <utility>

#include "app/ports/intake.hpp"

namespace fairlead::app {

void RecordClick::Run(TrackedBatch batch, TrackDone done) {
    if (batch.clicks.row_count == 0 && batch.impressions.empty()) return done(TrackReceipt{});
    intake_.Track(std::move(batch), std::move(done));
}

}  // namespace fairlead::app
