#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/facts/click_batches.hpp"
#include "domain/facts/fact_block.hpp"
#include "domain/tracking/terms.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

struct ArchivePointer;

// A row of the table `fact_blocks` with its payload unpacked, or read from the archive if the block is archived.
struct StoredBlock {
    std::int64_t number = 0;
    Timestamp recorded_at;
    std::string bytes;              // Empty if the block is damaged; an undamaged block is never empty.
    std::int64_t ahead_micros = 0;  // How far a repair of the clock moved it back.

    // The time of the block before the repair. The ids of clicks of batches without a time contain it.
    Timestamp written_at() const { return {recorded_at.micros + ahead_micros}; }
    Timestamp VisitTime(Timestamp batch_time) const { return facts::VisitTime(batch_time, recorded_at, ahead_micros); }
};

// The columns of a row of `fact_blocks` besides its payload.
struct BlockColumns {
    std::int64_t number = 0;
    Timestamp recorded_at;
    std::int64_t click_count = 0;
    std::int64_t fact_count = 0;
};

// A payload as it is stored: with a checksum of the whole row.
std::string SealPayload(OperatorId owner, const BlockColumns& columns, std::string_view payload);
// The payload that SealPayload was called with. Nothing if the row is not as it was written. Rows of early releases
// have no checksum.
std::optional<std::string_view> OpenPayload(OperatorId owner, const BlockColumns& columns, std::string_view stored);

// The payload of a block that is stored in the table, and of a block that is stored in an archive file.
std::string PackBlock(std::string_view bytes);
std::string ArchivedPayload(const ArchivePointer& pointer);
// The bytes of the pointer in a stored payload; empty if the payload is the block itself.
std::string_view PointerIn(std::string_view stored);

// Writes the block, and a row for each of its batches of clicks. Returns the digest of the block's bytes.
Result<Bytes32> InsertBlock(Connection& connection, OperatorId owner, std::int64_t number, Timestamp recorded_at,
                            const facts::FactBlock& block);

// The block recorded at each of these times, in order; nothing for a time without a block.
Result<std::vector<std::optional<StoredBlock>>> ReadBlocksAt(Connection& connection, OperatorId owner,
                                                             std::span<const Timestamp> times);
// Oldest first.
Result<std::vector<StoredBlock>> ReadBlocksAfter(Connection& connection, OperatorId owner, Timestamp time,
                                                 std::int64_t limit);

// The blocks that have batches or visits of these times, in order. There can be several for one time.
Result<std::vector<std::vector<StoredBlock>>> ReadBlocksOfBatches(Connection& connection, OperatorId owner,
                                                                  std::span<const Timestamp> batch_times);

// The clicks of the block, with the times of their visits.
std::vector<tracking::Click> ClicksOf(const StoredBlock& block);
// Those whose ids have this time.
std::vector<tracking::Click> ClicksOfBatch(const StoredBlock& block, Timestamp batch_time);
// Those whose visit has this time.
std::vector<tracking::Click> ClicksOfVisits(const StoredBlock& block, Timestamp time);
// The postings by which the index finds the batches of the block, each once.
std::vector<Posting> PostingsOfBlock(OperatorId owner, const StoredBlock& block);
void KeepEachOnce(std::vector<Posting>& postings);

}  // namespace fairlead::ledger
