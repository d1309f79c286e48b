#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ledger/record/fact_block_rows.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The progress of retention for an operator: all blocks up to and including these times are done.
struct RetentionMarks {
    Timestamp dropped_to;
    Timestamp archived_to;

    bool operator==(const RetentionMarks&) const = default;
};

Result<RetentionMarks> ReadRetentionMarks(Connection& connection, OperatorId owner);
Status StoreRetentionMarks(Connection& connection, OperatorId owner, const RetentionMarks& marks);

Result<std::vector<OperatorId>> ReadOperatorIds(Connection& connection);
// The longest attribution window of the operator's brands.
Result<std::int64_t> ReadLongestWindowMicros(Connection& connection, OperatorId owner);

// A block without its content.
struct BlockSize {
    Timestamp recorded_at;
    std::int64_t number = 0;
    std::int64_t click_count = 0;
    std::int64_t fact_count = 0;
    std::int64_t payload_bytes = 0;
    std::string pointer;  // The bytes of the pointer if the block is archived, otherwise empty.
};
// The blocks recorded after `after` and before `before`, oldest first.
Result<std::vector<BlockSize>> ReadBlockSizes(Connection& connection, OperatorId owner, Timestamp after,
                                              Timestamp before, std::int64_t limit);

struct NewPayload {
    BlockColumns columns;  // `click_count` is the number of clicks that can still be found in it.
    std::string payload;
    std::optional<Bytes32> digest;   // Of the block's bytes, if they have changed.
    std::vector<Timestamp> emptied;  // The times of batches of clicks that it no longer has.
};
// Does not seal anything: see SealRewritten.
Status ReplacePayloads(Connection& connection, OperatorId owner, std::span<const NewPayload> blocks);
// Makes a commit of the chain with the digests of the blocks whose bytes have changed.
Status SealRewritten(Connection& connection, const OperatorMoment& moment, std::span<const NewPayload> blocks);

}  // namespace fairlead::ledger
