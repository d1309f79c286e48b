#pragma once

#include "domain/facts/fact_block.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

// Where an operator's record stands inside a transaction that holds its lock: what is written next comes after it.
struct OperatorMoment {
    OperatorId owner;
    std::int64_t last_seq = 0;    // Of events.
    std::int64_t last_block = 0;  // Of facts.
    Timestamp recorded_at;        // Of what this transaction writes: later than everything before.

    std::int64_t block_no() const { return last_block + 1; }
};

// Takes the operator's lock. kNotFound when there is no such operator.
Result<OperatorMoment> LockOperator(Session& session, OperatorId owner);

// Stores the block, if there is anything in it, and moves the operator on by what was written.
Status Advance(Session& session, const OperatorMoment& moment, std::int64_t events_added,
               const facts::FactBlock& block);

}  // namespace fairlead::ledger
