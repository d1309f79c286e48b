#pragma once

#include "ledger/record/operator_moment.hpp"

namespace fairlead::ledger {

// The newest commit and block of an operator that this process has seen committed. A ledger that lacks them has moved
// backwards: a standby without the last commits was promoted, or an earlier state was restored under a running node.
class CommitAnchor {
public:
    // Whether the ledger contains the anchor. Numbers are not enough: after a loss other commits get the same numbers.
    Result<bool> IsIn(Connection& connection, const OperatorMoment& moment) const;

    void Set(std::int64_t commit_no, const Bytes32& hash, std::int64_t block_no);

    std::int64_t commit_no() const { return commit_no_; }
    std::int64_t block_no() const { return block_no_; }

private:
    std::int64_t commit_no_ = 0;
    std::int64_t block_no_ = 0;
    Bytes32 hash_{};
};

}  // namespace fairlead::ledger
