#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/time/time.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The table `click_batches`, which says in which block each batch of clicks is recorded.

struct ClickBatchRow {
    Timestamp batch_time;
    Timestamp recorded_at;  // The time of its block.
};

Status InsertClickBatches(Connection& connection, OperatorId owner, Timestamp recorded_at,
                          std::span<const Timestamp> batch_times);
Status DeleteClickBatches(Connection& connection, OperatorId owner, std::span<const ClickBatchRow> batches);

// The batches whose visits are before this time, the newest first. If the result has `limit` rows, batches with the
// same time as the last row may be missing.
Result<std::vector<ClickBatchRow>> ReadClickBatchesBefore(Connection& connection, OperatorId owner, Timestamp before,
                                                          std::int64_t limit);

// The batches of the blocks after `after` up to `last`, in the order of blocks.
Result<std::vector<ClickBatchRow>> ReadClickBatchesOfBlocks(Connection& connection, OperatorId owner, Timestamp after,
                                                            Timestamp last);

struct BatchTimes {
    Timestamp first;
    Timestamp last;
};
// The times of the batches in the blocks from `first` to `last`. Nothing if there are none.
Result<std::optional<BatchTimes>> ReadBatchTimes(Connection& connection, OperatorId owner, Timestamp first,
                                                 Timestamp last);

}  // namespace fairlead::ledger
