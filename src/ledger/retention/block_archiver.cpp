#include "ledger/retention/block_archiver.hpp"

#include <algorithm>

#include "ledger/record/operator_moment.hpp"

namespace fairlead::ledger {
namespace {

// The limits of one file.
constexpr std::int64_t kFileBlocksMax = 8192;
constexpr std::int64_t kFilePayloadBytesMax = 8 << 20;

// The number of payloads that one turn replaces. The turn also frees the pages of the old payloads.
std::size_t TurnOf(std::span<const BlockSize> batch) {
    std::int64_t bytes = 0;
    std::size_t count = 0;
    while (count < batch.size() && count < kTurnBlocksMax) {
        bytes += batch[count].payload_bytes;
        if (count > 0 && bytes > kTurnBytesMax) break;
        ++count;
    }
    return count;
}

}  // namespace

Result<std::int64_t> BlockArchiver::Run(Timestamp before, const std::stop_token& stop) {
    const auto reader = TRY(site_.reader.Acquire());
    const auto marks = TRY(ReadRetentionMarks(*reader, owner_));
    marks_ = marks;
    std::int64_t archived = 0;
    while (!stop.stop_requested()) {
        const auto batch = TRY(NextBatch(*reader, before));
        if (batch.empty()) break;
        const auto pointers = TRY(WriteFile(*reader, batch));
        TRY(Point(batch, pointers));
        archived += std::ssize(pointers);
    }
    return archived;
}

Result<std::vector<BlockSize>> BlockArchiver::NextBatch(Connection& reader, Timestamp before) {
    auto sizes = ReadBlockSizes(reader, owner_, marks_.archived_to, before, kFileBlocksMax);
    if (!sizes) return sizes;
    std::int64_t bytes = 0;
    const auto end = std::ranges::find_if(*sizes, [&](const BlockSize& block) {
        const bool first = bytes == 0;
        bytes += block.payload_bytes;
        return !first && bytes > kFilePayloadBytesMax;
    });
    sizes->erase(end, sizes->end());
    return sizes;
}

// Skips blocks that cannot be read, which is already logged, and blocks that are already archived.
Result<std::vector<NewPayload>> BlockArchiver::WriteFile(Connection& reader, std::span<const BlockSize> batch) const {
    std::vector<Timestamp> times;
    std::vector<BlockColumns> columns;
    for (const BlockSize& block : batch) {
        if (!block.pointer.empty()) continue;
        times.push_back(block.recorded_at);
        columns.push_back({block.number, block.recorded_at, block.click_count, block.fact_count});
    }
    const auto blocks = TRY(ReadBlocksAt(reader, owner_, times));
    std::vector<ArchivedBlock> archived;
    std::vector<NewPayload> payloads;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto& block = blocks[i];
        if (!block || block->bytes.empty()) continue;
        archived.push_back({block->number, block->recorded_at, block->bytes});
        payloads.push_back({columns[i], {}, {}, {}});
    }
    if (archived.empty()) return payloads;
    const auto pointers = TRY(site_.archive.Write(owner_, archived));
    for (std::size_t i = 0; i < payloads.size(); ++i) payloads[i].payload = ArchivedPayload(pointers[i]);
    return payloads;
}

Status BlockArchiver::Point(std::span<const BlockSize> batch, std::span<const NewPayload> pointers) {
    while (!batch.empty()) {
        const auto part = batch.first(TurnOf(batch));
        const Timestamp end = part.back().recorded_at;
        const auto beyond =
            std::ranges::upper_bound(pointers, end, {}, [](const NewPayload& one) { return one.columns.recorded_at; });
        const auto of_part = pointers.first(static_cast<std::size_t>(beyond - pointers.begin()));
        auto stored = TakeTurn(site_.writers, [&](Connection& connection) { return Store(connection, end, of_part); });
        if (!stored) return stored;
        site_.metrics.blocks_archived.Increment(static_cast<double>(of_part.size()));
        pointers = pointers.subspan(of_part.size());
        batch = batch.subspan(part.size());
    }
    return {};
}

Status BlockArchiver::Store(Connection& connection, Timestamp archived_to, std::span<const NewPayload> pointers) {
    TRY(LockOperator(connection, owner_));
    const auto marks = TRY(ReadRetentionMarks(connection, owner_));
    if (marks != marks_) return Fail(ErrorCode::kLedgerFailed, "another node has taken over retention");
    TRY(ReplacePayloads(connection, owner_, pointers));
    const RetentionMarks next{marks_.dropped_to, archived_to};
    TRY(StoreRetentionMarks(connection, owner_, next));
    marks_ = next;
    return {};
}

}  // namespace fairlead::ledger
