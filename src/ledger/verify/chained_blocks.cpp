#include "ledger/verify/chained_blocks.hpp"

#include <charconv>
#include <limits>

#include "ledger/record/seal_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kChainedBlocksAtOnce = 200;

std::string NameOfChained(std::int64_t number) { return "table fact_blocks, block " + std::to_string(number); }

std::int64_t BlockNumberIn(std::string_view record) {
    std::int64_t number = 0;
    std::from_chars(record.data(), record.data() + record.size(), number);
    return number;
}

}  // namespace

Status ChainedBlocks::ReadMore() {
    const auto blocks = TRY(ReadBlocksAfter(connection_, owner_, reached_, kChainedBlocksAtOnce));
    all_read_ = std::ssize(blocks) < kChainedBlocksAtOnce;
    read_.assign(blocks.begin(), blocks.end());
    rewritten_.clear();
    if (blocks.empty()) return {};
    reached_ = blocks.back().recorded_at;
    const auto seals = TRY(ReadBlockSeals(connection_, owner_, blocks.front().number, blocks.back().number));
    // The newest one is in force.
    for (const SealRow& seal : seals) rewritten_[BlockNumberIn(seal.record)] = seal.content;
    return {};
}

void ChainedBlocks::Compare(const StoredBlock& block, const std::string& sealed) {
    if (block.bytes.empty()) return differs_(NameOfChained(block.number) + ": its facts cannot be read");
    if (BlockContent(Digest256(block.bytes)) == sealed) return;
    differs_(NameOfChained(block.number) + ": its clicks, impressions and other facts are not what was recorded");
}

Status ChainedBlocks::PassUpTo(std::int64_t block_no) {
    while (true) {
        if (read_.empty()) {
            if (all_read_) return {};
            TRY(ReadMore());
            continue;
        }
        const StoredBlock& block = read_.front();
        if (block.number >= block_no) return {};
        if (began_) differs_(NameOfChained(block.number) + " is in no commit of the chain");
        if (const auto found = rewritten_.find(block.number); found != rewritten_.end()) Compare(block, found->second);
        read_.pop_front();
    }
}

Status ChainedBlocks::OnBlock(std::int64_t block_no, const Bytes32& digest, Timestamp recorded_at) {
    TRY(PassUpTo(block_no));
    began_ = true;
    if (read_.empty() || read_.front().number != block_no) {
        differs_(NameOfChained(block_no) + " is missing");
        return {};
    }
    const StoredBlock& block = read_.front();
    const auto rewritten = rewritten_.find(block_no);
    Compare(block, rewritten == rewritten_.end() ? BlockContent(digest) : rewritten->second);
    if (block.written_at() != recorded_at) {
        differs_(NameOfChained(block_no) + ": recorded at: sealed " + recorded_at.ToIso8601() + ", found " +
                 block.written_at().ToIso8601());
    }
    read_.pop_front();
    return {};
}

Status ChainedBlocks::Finish() { return PassUpTo(std::numeric_limits<std::int64_t>::max()); }

}  // namespace fairlead::ledger
