#include "ledger/queries/fact_blocks.hpp"

#include <utility>

#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kNewestBlocks(
    "SELECT o.operator_id, o.last_block, o.last_recorded_at, coalesce((SELECT r.ahead_micros FROM clock_repairs r"
    " WHERE r.operator_id = o.operator_id AND r.first_at <= o.last_recorded_at AND r.last_at >= o.last_recorded_at), 0)"
    " AS ahead_micros FROM operators o WHERE o.last_block > 0");
constexpr Sql kWaitingBlockSizes(
    "SELECT fact_count, length(payload) AS payload_bytes FROM fact_blocks WHERE operator_id = $1 AND recorded_at > $2"
    " ORDER BY recorded_at LIMIT $3");

// A ledger that several nodes share is PostgreSQL. The lock is taken only if this connection does not hold it yet,
// because a lock that is taken twice must also be released twice.
constexpr Sql kHeld(
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 72461770 AND objid = 2 AND objsubid = 2"
    " AND pid = pg_backend_pid() AND granted");
constexpr Sql kTakeProjection("SELECT CASE WHEN pg_try_advisory_lock(72461770, 2) THEN 1 ELSE 0 END");

constexpr std::int64_t kBlocksAtOnceMax = 8192;
constexpr std::int64_t kPayloadBytesMax = 32 << 20;

// The number of facts in each of the first blocks that are within the limits together, at least one block.
std::vector<std::int64_t> FactCountsWithin(const ResultRows& sizes, std::int64_t facts_max) {
    std::vector<std::int64_t> fact_counts;
    std::int64_t facts = 0;
    std::int64_t bytes = 0;
    for (std::size_t row = 0; row < sizes.size(); ++row) {
        facts += sizes.Integer(row, kWaitingBlockSizes["fact_count"]);
        bytes += sizes.Integer(row, kWaitingBlockSizes["payload_bytes"]);
        if (row > 0 && (facts > facts_max || bytes > kPayloadBytesMax)) break;
        fact_counts.push_back(sizes.Integer(row, kWaitingBlockSizes["fact_count"]));
    }
    return fact_counts;
}

}  // namespace

Result<std::vector<app::BlockMark>> RelationalFactBlocks::NewestBlocks() {
    const auto connection = TRY(source_.Acquire());
    const auto rows = TRY(connection->Query(kNewestBlocks, {}));
    std::vector<app::BlockMark> marks;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        marks.push_back({rows.Identifier<OperatorId>(row, kNewestBlocks["operator_id"]),
                         rows.Integer(row, kNewestBlocks["last_block"]),
                         rows.Time(row, kNewestBlocks["last_recorded_at"]),
                         rows.Integer(row, kNewestBlocks["ahead_micros"])});
    }
    return marks;
}

// The two queries do not need one snapshot: blocks are only appended, and retention does not change their facts.
Result<std::vector<app::FactBlockRecord>> RelationalFactBlocks::ReadBlocks(OperatorId owner, Timestamp after,
                                                                           std::int64_t facts_max) {
    const auto connection = TRY(source_.Acquire());
    const auto sizes = TRY((connection)
                               ->Query(kWaitingBlockSizes, {Value::Of(owner), Value::Of(after),
                                                            Value::Of(std::int64_t{kBlocksAtOnceMax})}));
    const auto fact_counts = FactCountsWithin(sizes, facts_max);
    if (fact_counts.empty()) return {};
    auto stored = TRY(ReadBlocksAfter(*connection, owner, after, static_cast<std::int64_t>(fact_counts.size())));
    std::vector<app::FactBlockRecord> blocks;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        StoredBlock& block = stored[i];
        blocks.push_back({block.number, block.recorded_at, fact_counts[i], std::move(block.bytes), block.ahead_micros});
    }
    return blocks;
}

Result<app::ProjectionHold> RelationalFactBlocks::HoldProjection() {
    if (!shared_with_other_nodes_) {
        return std::exchange(held_before_, true) ? app::ProjectionHold::kKept : app::ProjectionHold::kTaken;
    }
    const auto connection = TRY(source_.Acquire());
    const auto held = TRY(connection->Query(kHeld, {}));
    if (!held.empty()) return app::ProjectionHold::kKept;
    const auto taken = TRY(connection->Query(kTakeProjection, {}));
    return taken.Integer(0) == 1 ? app::ProjectionHold::kTaken : app::ProjectionHold::kOther;
}

}  // namespace fairlead::ledger
