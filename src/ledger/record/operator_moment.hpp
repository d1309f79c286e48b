#pragma once

#include <optional>

#include "domain/facts/fact_block.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

class CommitRecord;

// The end of an operator's record, read in a transaction that holds the operator's lock. New rows follow it.
struct OperatorMoment {
    OperatorId owner;
    std::int64_t last_seq = 0;    // The last event.
    std::int64_t last_block = 0;  // The last block of facts.
    Timestamp recorded_at;        // The time of this transaction's rows: later than that of all earlier rows.
    Timestamp clock;              // The time of the clock, for decisions that depend on the present.
    std::int64_t last_commit = 0;
    Bytes32 last_hash{};
    std::int64_t last_accrual = 0;
    std::int64_t last_unpriced = 0;
    std::int64_t last_change = 0;
    std::int64_t last_seal = 0;

    std::int64_t block_no() const { return last_block + 1; }
    std::int64_t commit_no() const { return last_commit + 1; }
    // Events are numbered in the order in which they were accepted.
    std::int64_t SeqOfNew(std::size_t accepted_index) const {
        return last_seq + 1 + static_cast<std::int64_t>(accepted_index);
    }
};

// The hash in a column; zeros if the column is empty.
Bytes32 HashOf(std::string_view bytes);

// Takes the operator's lock. kNotFound if the operator does not exist. `recorded_at` is `now`, or one microsecond after
// the last record if that is later. Without `now` it is the time of the connection's clock. kClockSuspect if the clock
// is not trusted, also because it is too far behind the last record or off the server's clock.
Result<OperatorMoment> LockOperator(Connection& connection, OperatorId owner,
                                    std::optional<Timestamp> now = std::nullopt);

// Stores the block and the commit if they are not empty, and advances the operator's counters.
Status Advance(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
               const facts::FactBlock& block);

}  // namespace fairlead::ledger
