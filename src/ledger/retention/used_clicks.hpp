#pragma once

#include <unordered_set>

#include "ledger/record/clock_repair_rows.hpp"

namespace fairlead::ledger {

// The clicks of a range of blocks that attributions use: the winners, and the candidates that are stored with the
// decisions, which explain them and let `verify` repeat them.
class UsedClicks {
public:
    // For the blocks recorded from `first` to `last`.
    UsedClicks(OperatorId owner, Timestamp first, Timestamp last)
        : owner_(owner), first_(first), last_(last), seen_to_(first) {}

    // Reads the decisions since the last call. The first call reads all decisions since the beginning of the range,
    // because a decision only uses clicks that were recorded before it.
    Status CatchUp(Connection& connection);

    bool Contains(ClickId click) const { return clicks_.contains(click); }
    std::size_t size() const { return clicks_.size(); }

private:
    void Add(ClickId click);

    OperatorId owner_;
    Timestamp first_;
    Timestamp last_;
    Timestamp seen_to_;
    std::vector<ClockRepair> repairs_;
    std::unordered_set<ClickId> clicks_;
};

}  // namespace fairlead::ledger
