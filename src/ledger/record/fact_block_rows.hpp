#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/facts/fact_block.hpp"
#include "domain/tracking/terms.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

struct ArchivePointer;

// A block as it lies in the table `fact_blocks`, its payload unpacked, or read from the archive where it lies there.
struct StoredBlock {
    std::int64_t number = 0;
    Timestamp recorded_at;
    std::string bytes;  // Empty where it is damaged, which no block is.
};

// The payload of a block whose bytes are in it, and of one whose bytes are in an archive file.
std::string PackBlock(std::string_view bytes);
std::string ArchivedPayload(const ArchivePointer& pointer);
// The bytes of the pointer in a payload; empty where it holds the block itself.
std::string_view PointerIn(std::string_view payload);

Status InsertBlock(Connection& connection, OperatorId owner, std::int64_t number, Timestamp recorded_at,
                   const facts::FactBlock& block);

// The blocks recorded at these times, in order; nothing where there is none.
Result<std::vector<std::optional<StoredBlock>>> ReadBlocksAt(Connection& connection, OperatorId owner,
                                                             std::span<const Timestamp> times);
// In the order of time.
Result<std::vector<StoredBlock>> ReadBlocksAfter(Connection& connection, OperatorId owner, Timestamp time,
                                                 std::int64_t limit);
// Blocks with clicks, the newest first.
Result<std::vector<StoredBlock>> ReadClickBlocksBefore(Connection& connection, OperatorId owner, Timestamp time,
                                                       std::int64_t limit);

std::vector<tracking::Click> ClicksOf(const StoredBlock& block);
// The terms under which the index finds the block, each once.
std::vector<tracking::Term> TermsOfBlock(OperatorId owner, const StoredBlock& block);

}  // namespace fairlead::ledger
