#pragma once

#include <string>
#include <vector>

#include "app/ports/answers.hpp"
#include "domain/facts/fact_block.hpp"
#include "domain/tracking/terms.hpp"

namespace fairlead::app {

// Clicks and impressions of one operator that one event loop gathered in one turn, ready to be stored.
struct TrackedBatch {
    OperatorId owner;
    Timestamp time;  // The batch time in the ids of its clicks. 0: the time of the commit.
    tracking::ClickSegment clicks;
    std::vector<tracking::Term> click_terms;  // The terms of the counted clicks. Duplicates are harmless.
    facts::ImpressionCounts impressions;

    // How much it adds to a transaction.
    std::size_t weight() const { return clicks.row_count + impressions.size(); }
    bool empty() const { return weight() == 0; }
};

// If a batch has no time of its own, the ids of its clicks are made from this receipt.
struct TrackReceipt {
    Timestamp recorded_at;
    std::uint32_t first_click = 0;  // The index of the batch's first click.
};

using TrackDone = AnswerDone<TrackReceipt>;

// Batches of one operator from a journal, in the order of their sequence numbers, which grow.
struct JournalledBatches {
    struct Numbered {
        std::int64_t sequence = 0;
        TrackedBatch batch;
    };

    OperatorId owner;
    JournalId journal;
    std::vector<Numbered> batches;

    std::size_t weight() const {
        std::size_t weight = 0;
        for (const Numbered& numbered : batches) weight += numbered.batch.weight();
        return weight;
    }
};

}  // namespace fairlead::app
