#pragma once

#include <unordered_set>

#include "ledger/record/click_batch_rows.hpp"

namespace fairlead::ledger {

// The clicks of a range of blocks that attributions use: the winners, and the candidates that are stored with the
// decisions, which explain them and let `verify` repeat them.
class UsedClicks {
public:
    // For blocks that were recorded at `first_block` or later and whose clicks have these times.
    UsedClicks(OperatorId owner, Timestamp first_block, const BatchTimes& times)
        : owner_(owner), times_(times), seen_to_(first_block) {}

    // Reads the decisions since the last call. The first call reads all decisions since the beginning of the range,
    // because a decision only uses clicks that were recorded before it.
    Status CatchUp(Connection& connection);

    bool Contains(ClickId click) const { return clicks_.contains(click); }
    std::size_t size() const { return clicks_.size(); }

private:
    void Add(ClickId click);

    OperatorId owner_;
    BatchTimes times_;
    Timestamp seen_to_;
    std::unordered_set<ClickId> clicks_;
};

}  // namespace fairlead::ledger
