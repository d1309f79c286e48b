#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// How far retention has come with an operator: times of blocks, up to and with which all is done.
struct RetentionMarks {
    Timestamp dropped_to;
    Timestamp archived_to;

    bool operator==(const RetentionMarks&) const = default;
};

Result<RetentionMarks> ReadRetentionMarks(Connection& connection, OperatorId owner);
Status StoreRetentionMarks(Connection& connection, OperatorId owner, const RetentionMarks& marks);

Result<std::vector<OperatorId>> ReadOperatorIds(Connection& connection);
// The longest attribution window of any of the operator's brands.
Result<std::int64_t> ReadLongestWindowMicros(Connection& connection, OperatorId owner);

// A block without what is in it.
struct BlockSize {
    Timestamp recorded_at;
    std::int64_t click_count = 0;
    std::int64_t payload_bytes = 0;
    std::string pointer;  // Its bytes where the block lies in an archive file, else empty.
};
// The blocks after one time and before another, in order.
Result<std::vector<BlockSize>> ReadBlockSizes(Connection& connection, OperatorId owner, Timestamp after,
                                              Timestamp before, std::int64_t limit);

struct NewPayload {
    Timestamp recorded_at;
    std::string payload;
    std::int64_t click_count = 0;  // How many clicks can be found in it.
};
Status ReplacePayloads(Connection& connection, OperatorId owner, std::span<const NewPayload> blocks);

}  // namespace fairlead::ledger
