#pragma once

#include <span>

#include "ledger/record/fact_block_rows.hpp"
#include "ledger/retention/retention_rows.hpp"
#include "ledger/retention/retention_site.hpp"

namespace fairlead::ledger {

// Moves the oldest blocks of one operator from the ledger's table to archive files. Payloads become pointers into a
// file only after the file is on the disk. So a crash in between loses nothing and leaves an unused file.
class BlockArchiver {
public:
    BlockArchiver(const RetentionSite& site, OperatorId owner) : site_(site), owner_(owner) {}

    // Archives the blocks recorded before a time and returns their number.
    Result<std::int64_t> Run(Timestamp before, const std::stop_token& stop);

private:
    // The next blocks to archive; empty if none are left.
    Result<std::vector<BlockSize>> NextBatch(Connection& reader, Timestamp before);
    Result<std::vector<NewPayload>> WriteFile(Connection& reader, std::span<const BlockSize> batch) const;
    Status Point(std::span<const BlockSize> batch, std::span<const NewPayload> pointers);
    Status Store(Connection& connection, Timestamp archived_to, std::span<const NewPayload> pointers);

    const RetentionSite& site_;
    OperatorId owner_;
    RetentionMarks marks_;
};

}  // namespace fairlead::ledger
