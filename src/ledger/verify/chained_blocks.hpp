#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>

#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {

// Compares the blocks of facts with the digests in their commits, or with the seals of retention, which rewrites old
// blocks. Reads the blocks once, in order and in pieces.
class ChainedBlocks {
public:
    using Differs = std::function<void(const std::string&)>;
    ChainedBlocks(Connection& connection, OperatorId owner, Differs differs)
        : connection_(connection), owner_(owner), differs_(std::move(differs)) {}

    // The next commit with a block.
    Status OnBlock(std::int64_t block_no, const Bytes32& digest, Timestamp recorded_at);
    // After the last commit.
    Status Finish();

private:
    Status ReadMore();
    // Compares blocks before this one, which have no commit of the wider chain.
    Status PassUpTo(std::int64_t block_no);
    void Compare(const StoredBlock& block, const std::string& sealed);

    Connection& connection_;
    OperatorId owner_;
    Differs differs_;
    std::deque<StoredBlock> read_;
    std::map<std::int64_t, std::string> rewritten_;  // The sealed contents of the blocks in `read_`.
    Timestamp reached_;
    bool all_read_ = false;
    bool began_ = false;  // A commit with a block has come.
};

}  // namespace fairlead::ledger
