#pragma once

#include <span>

#include "ledger/record/fact_block_rows.hpp"
#include "ledger/retention/retention_rows.hpp"
#include "ledger/retention/retention_site.hpp"

namespace fairlead::ledger {

// Moves the oldest blocks of one operator from the ledger's table to archive files. First a file is on the disk, then
// the payloads become pointers into it: a crash in between leaves a file that nothing points to, and loses nothing.
class BlockArchiver {
public:
    BlockArchiver(const RetentionSite& site, OperatorId owner) : site_(site), owner_(owner) {}

    // Archives the blocks before a time and answers how many they were.
    Result<std::int64_t> Run(Timestamp before, const std::stop_token& stop);

private:
    // Empty once there are no more.
    Result<std::vector<BlockSize>> NextBatch(Connection& reader, Timestamp before);
    Result<std::vector<NewPayload>> WriteFile(Connection& reader, std::span<const BlockSize> batch) const;
    Status Point(std::span<const BlockSize> batch, std::span<const NewPayload> pointers);
    Status Store(Connection& connection, Timestamp archived_to, std::span<const NewPayload> pointers);

    const RetentionSite& site_;
    OperatorId owner_;
    RetentionMarks marks_;
};

}  // namespace fairlead::ledger
