#include "ledger/fact_blocks.hpp"

#include "ledger/fact_block_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kNewest("SELECT operator_id, last_block, last_recorded_at FROM operators WHERE last_block > 0");
constexpr std::int64_t kBlocksAtOnce = 256;

}  // namespace

Result<std::vector<app::BlockMark>> RelationalFactBlocks::NewestBlocks() {
    const auto session = source_.Acquire();
    if (!session) return std::unexpected(session.error());
    const auto rows = (*session)->Query(kNewest, {});
    if (!rows) return std::unexpected(rows.error());
    std::vector<app::BlockMark> marks;
    for (std::size_t row = 0; row < rows->size(); ++row) {
        marks.push_back({rows->Identifier<OperatorId>(row, 0), rows->Integer(row, 1), rows->Time(row, 2)});
    }
    return marks;
}

Result<std::vector<app::FactBlockRecord>> RelationalFactBlocks::ReadBlocks(OperatorId owner, Timestamp after,
                                                                           std::int64_t /*facts_max*/) {
    const auto session = source_.Acquire();
    if (!session) return std::unexpected(session.error());
    auto stored = ReadBlocksAfter(**session, owner, after, kBlocksAtOnce);
    if (!stored) return std::unexpected(stored.error());
    std::vector<app::FactBlockRecord> blocks;
    for (StoredBlock& block : *stored) blocks.push_back({block.number, block.recorded_at, 0, std::move(block.bytes)});
    return blocks;
}

Result<bool> RelationalFactBlocks::HoldProjection() { return !shared_with_other_nodes_; }

}  // namespace fairlead::ledger
