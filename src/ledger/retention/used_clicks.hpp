#pragma once

#include <unordered_set>

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The clicks of a range of blocks that some attribution uses: those that won, and those that were weighed and are kept
// with the decision, so that it can be explained and made again.
class UsedClicks {
public:
    // Of the blocks recorded from `first` to `last`.
    UsedClicks(OperatorId owner, Timestamp first, Timestamp last)
        : owner_(owner), first_(first), last_(last), seen_to_(first) {}

    // Takes in the decisions that were made since the last time; at first all since the range began, for a decision
    // only knows clicks that were recorded before it.
    Status CatchUp(Connection& connection);

    bool Contains(ClickId click) const { return clicks_.contains(click); }
    std::size_t size() const { return clicks_.size(); }

private:
    void Add(ClickId click);

    OperatorId owner_;
    Timestamp first_;
    Timestamp last_;
    Timestamp seen_to_;
    std::unordered_set<ClickId> clicks_;
};

}  // namespace fairlead::ledger
