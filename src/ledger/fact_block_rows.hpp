#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/facts/fact_block.hpp"
#include "domain/tracking/terms.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

// A block as it lies in the table `fact_blocks`, its payload unpacked.
struct StoredBlock {
    std::int64_t number = 0;
    Timestamp recorded_at;
    std::string bytes;
};

Status InsertBlock(Session& session, OperatorId owner, std::int64_t number, Timestamp recorded_at,
                   const facts::FactBlock& block);

// The blocks recorded at these times, in order; nothing where there is none.
Result<std::vector<std::optional<StoredBlock>>> ReadBlocksAt(Session& session, OperatorId owner,
                                                             std::span<const Timestamp> times);
// The blocks with these numbers; one that is missing is left out.
Result<std::vector<StoredBlock>> ReadBlocks(Session& session, OperatorId owner, std::span<const std::int64_t> numbers);
Result<std::vector<StoredBlock>> ReadBlocksAfter(Session& session, OperatorId owner, std::int64_t number,
                                                 std::int64_t limit);
// Blocks with clicks below a number, the newest first.
Result<std::vector<StoredBlock>> ReadClickBlocksBefore(Session& session, OperatorId owner, std::int64_t number,
                                                       std::int64_t limit);
// The number of the newest block recorded at `time` or before; 0 when there is none.
Result<std::int64_t> NewestBlockAt(Session& session, OperatorId owner, Timestamp time);

std::vector<tracking::Click> ClicksOf(const StoredBlock& block);
// The terms under which the index finds the block, each once.
std::vector<tracking::Term> TermsOfBlock(OperatorId owner, const StoredBlock& block);

}  // namespace fairlead::ledger
