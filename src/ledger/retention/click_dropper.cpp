#include "ledger/retention/click_dropper.hpp"

#include <algorithm>

#include "ledger/record/operator_moment.hpp"

namespace fairlead::ledger {
namespace {

// The limits of a range of blocks, whose used clicks are kept in memory.
constexpr std::int64_t kRangeClicksMax = 500'000;
constexpr std::int64_t kRangeBlocksMax = 50'000;
// An attempt fails if a new decision uses a click of the blocks that are being rewritten, which is rare.
constexpr int kAttemptsMax = 10;

bool NeedsLook(const BlockSize& block) { return block.click_count > 0 || !block.pointer.empty(); }

// The first blocks that fit into one range together, at least one.
std::span<const BlockSize> RangeOf(std::span<const BlockSize> blocks) {
    std::int64_t clicks = 0;
    std::size_t count = 0;
    while (count < blocks.size() && (count == 0 || clicks + blocks[count].click_count <= kRangeClicksMax)) {
        clicks += blocks[count++].click_count;
    }
    return blocks.first(count);
}

// If clicks of the block stay, their visits may have the same time as dropped visits, so these times are not returned.
std::vector<Timestamp> EmptiedTimes(const StoredBlock& block, const facts::BlockAfterDropping& after) {
    std::vector<Timestamp> times = after.emptied;
    if (after.kept > 0) return times;
    for (const Timestamp batch_time : after.emptied) times.push_back(block.VisitTime(batch_time));
    return times;
}

std::vector<ClickBatchRow> EmptiedBatches(std::span<const NewPayload> rewritten) {
    std::vector<ClickBatchRow> emptied;
    for (const NewPayload& block : rewritten) {
        for (const Timestamp batch_time : block.emptied) emptied.push_back({batch_time, block.columns.recorded_at});
    }
    return emptied;
}

// The first blocks that one turn can rewrite, at least one.
std::span<const BlockSize> PartOf(std::span<const BlockSize> blocks) {
    std::int64_t bytes = 0;
    std::size_t rewritten = 0;
    std::size_t count = 0;
    for (; count < blocks.size(); ++count) {
        if (!NeedsLook(blocks[count])) continue;
        if (rewritten > 0 && (rewritten == kTurnBlocksMax || bytes + blocks[count].payload_bytes > kTurnBytesMax))
            break;
        bytes += blocks[count].payload_bytes;
        ++rewritten;
    }
    return blocks.first(count);
}

}  // namespace

Result<ClickDropper::Progress> ClickDropper::Advance(const std::stop_token& stop) {
    const auto reader = TRY(site_.reader.Acquire());
    const auto marks = TRY(ReadRetentionMarks(*reader, owner_));
    marks_ = marks;
    const auto stays = TRY(FirstThatStays(*reader));
    const auto blocks = TRY(ReadBlockSizes(*reader, owner_, marks_.dropped_to, stays, kRangeBlocksMax));
    const auto range = RangeOf(blocks);
    Progress progress;
    if (!range.empty()) {
        TRY(DropRange(*reader, range, stop, progress));
    }
    progress.finished = range.size() == blocks.size() && std::ssize(blocks) < kRangeBlocksMax;
    const bool stopped = !range.empty() && marks_.dropped_to < range.back().recorded_at;
    progress.finished = progress.finished && !stopped;
    progress.seen_to = progress.finished ? stays : Timestamp{marks_.dropped_to.micros + 1};
    return progress;
}

Result<Timestamp> ClickDropper::FirstThatStays(Connection& connection) const {
    const auto window_micros = TRY(ReadLongestWindowMicros(connection, owner_));
    return Timestamp{now_.micros - std::max(after_micros_, window_micros)};
}

Status ClickDropper::DropRange(Connection& reader, std::span<const BlockSize> range, const std::stop_token& stop,
                               Progress& progress) {
    const auto times = TRY(ReadBatchTimes(reader, owner_, range.front().recorded_at, range.back().recorded_at));
    UsedClicks used(owner_, range.front().recorded_at, times.value_or(BatchTimes()));
    while (!range.empty() && !stop.stop_requested()) {
        const auto part = PartOf(range);
        auto turn = Result<Turn>(Turn::kAgain);
        for (int attempt = 0; attempt < kAttemptsMax && turn && *turn == Turn::kAgain; ++attempt) {
            turn = DropPart(reader, part, used, progress);
        }
        if (!turn) return std::unexpected(turn.error());
        if (*turn == Turn::kAgain)
            return Fail(ErrorCode::kLedgerFailed, "attributions use clicks faster than retention drops clicks");
        range = range.subspan(part.size());
    }
    return {};
}

Result<ClickDropper::Turn> ClickDropper::DropPart(Connection& reader, std::span<const BlockSize> part, UsedClicks& used,
                                                  Progress& progress) {
    // Reads most of the new decisions here, so that the turn is short.
    TRY(used.CatchUp(reader));
    std::int64_t dropped = 0;
    const auto rewritten = TRY(Rewrite(reader, part, used, dropped));
    const auto turn =
        TakeTurn(site_.writers, [&](Connection& connection) { return Store(connection, part, rewritten, used); });
    if (!turn || *turn == Turn::kAgain) return turn;
    progress.dropped += dropped;
    progress.took_back =
        progress.took_back || std::ranges::any_of(part, [](const BlockSize& block) { return !block.pointer.empty(); });
    site_.metrics.clicks_dropped.Increment(static_cast<double>(dropped));
    return turn;
}

// Skips blocks that cannot be read, which is already logged.
Result<std::vector<NewPayload>> ClickDropper::Rewrite(Connection& reader, std::span<const BlockSize> part,
                                                      const UsedClicks& used, std::int64_t& dropped) const {
    std::vector<Timestamp> times;
    std::vector<const BlockSize*> sizes;
    for (const BlockSize& block : part) {
        if (!NeedsLook(block)) continue;
        times.push_back(block.recorded_at);
        sizes.push_back(&block);
    }
    const auto blocks = TRY(ReadBlocksAt(reader, owner_, times));
    std::vector<NewPayload> rewritten;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!blocks[i] || blocks[i]->bytes.empty()) continue;
        const std::string& bytes = blocks[i]->bytes;
        const auto after = facts::DropClicks(bytes, blocks[i]->written_at(),
                                             [&](const auto& click) { return used.Contains(click.id); });
        if (!after) continue;
        const bool changes = after->dropped > 0;
        if (changes || !sizes[i]->pointer.empty()) {
            const BlockColumns columns{sizes[i]->number, times[i], after->kept, sizes[i]->fact_count};
            rewritten.push_back({columns, PackBlock(changes ? after->bytes : bytes),
                                 changes ? std::optional(Digest256(after->bytes)) : std::nullopt,
                                 EmptiedTimes(*blocks[i], *after)});
        }
        dropped += after->dropped;
    }
    return rewritten;
}

Result<ClickDropper::Turn> ClickDropper::Store(Connection& connection, std::span<const BlockSize> part,
                                               std::span<const NewPayload> rewritten, UsedClicks& used) {
    const auto moment = TRY(LockOperator(connection, owner_));
    const auto marks = TRY(ReadRetentionMarks(connection, owner_));
    if (marks != marks_) return Fail(ErrorCode::kLedgerFailed, "another node has taken over retention");
    const auto stays = TRY(FirstThatStays(connection));
    if (part.back().recorded_at >= stays) {
        return Fail(ErrorCode::kLedgerFailed, "a brand's attribution window has become longer");
    }
    const std::size_t known = used.size();
    TRY(used.CatchUp(connection));
    if (used.size() != known) return Turn::kAgain;

    RetentionMarks next{part.back().recorded_at, marks_.archived_to};
    const auto first = std::ranges::find_if(part, [](const BlockSize& block) { return !block.pointer.empty(); });
    // Blocks that were moved back are archived again later.
    if (first != part.end()) next.archived_to = std::min(next.archived_to, Timestamp{first->recorded_at.micros - 1});
    TRY(ReplacePayloads(connection, owner_, rewritten));
    TRY(SealRewritten(connection, moment, rewritten));
    TRY(DeleteClickBatches(connection, owner_, EmptiedBatches(rewritten)));
    TRY(StoreRetentionMarks(connection, owner_, next));
    marks_ = next;
    return Turn::kDone;
}

}  // namespace fairlead::ledger
