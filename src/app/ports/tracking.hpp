#pragma once

#include <string>
#include <vector>

#include "app/ports/answers.hpp"
#include "domain/facts/fact_block.hpp"
#include "domain/tracking/terms.hpp"

namespace fairlead::app {

// Clicks and impressions of one operator, gathered between two commits and ready to be stored.
struct TrackedBatch {
    OperatorId owner;
    tracking::ClickSegment clicks;
    std::vector<tracking::Term> click_terms;  // The terms of the counted clicks. Duplicates are harmless.
    facts::ImpressionCounts impressions;
};

// The parts from which the ids of the batch's clicks are built.
struct TrackReceipt {
    Timestamp recorded_at;
    std::uint32_t first_click = 0;  // The index of the batch's first click in its block.
};

using TrackDone = AnswerDone<TrackReceipt>;

}  // namespace fairlead::app
