#pragma once

#include "domain/facts/fact_block.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

class CommitRecord;

// Where an operator's record stands inside a transaction that holds its lock: what is written next comes after it.
struct OperatorMoment {
    OperatorId owner;
    std::int64_t last_seq = 0;    // Of events.
    std::int64_t last_block = 0;  // Of facts.
    Timestamp recorded_at;        // Of what this transaction writes: later than everything before.
    std::int64_t last_commit = 0;
    Bytes32 last_hash{};
    std::int64_t last_accrual = 0;
    std::int64_t last_held = 0;
    std::int64_t last_change = 0;

    std::int64_t block_no() const { return last_block + 1; }
    std::int64_t commit_no() const { return last_commit + 1; }
    // Events are numbered in the order in which they were accepted.
    std::int64_t SeqOfNew(std::size_t accepted_index) const {
        return last_seq + 1 + static_cast<std::int64_t>(accepted_index);
    }
};

// A hash as it lies in a column; zeros for none.
Bytes32 HashOf(std::string_view bytes);

// Takes the operator's lock. kNotFound when there is no such operator. What is written next is recorded at `now`, or
// just after what was recorded last.
Result<OperatorMoment> LockOperator(Connection& connection, OperatorId owner, Timestamp now = Now());

// Stores the block and the commit's hash, where there is anything in them, and moves the operator on by what was
// written.
Status Advance(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
               const facts::FactBlock& block);

}  // namespace fairlead::ledger
