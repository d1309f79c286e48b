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
// In the order of time.
Result<std::vector<StoredBlock>> ReadBlocksAfter(Session& session, OperatorId owner, Timestamp time,
                                                 std::int64_t limit);
// Blocks with clicks, the newest first.
Result<std::vector<StoredBlock>> ReadClickBlocksBefore(Session& session, OperatorId owner, Timestamp time,
                                                       std::int64_t limit);

std::vector<tracking::Click> ClicksOf(const StoredBlock& block);
// The terms under which the index finds the block, each once.
std::vector<tracking::Term> TermsOfBlock(OperatorId owner, const StoredBlock& block);

}  // namespace fairlead::ledger
