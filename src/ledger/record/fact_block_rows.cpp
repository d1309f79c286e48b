#include "ledger/record/fact_block_rows.hpp"

#include <algorithm>

#include "ledger/archive/block_archive.hpp"
#include "ledger/archive/zstd_frame.hpp"
#include "ledger/record/click_batch_rows.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr ComposedSql kInsertBlock(
    InsertInto("fact_blocks", SqlText("operator_id, recorded_at, block_no, click_count, fact_count, payload")));
// The last column is how far a repair of the clock moved the block back.
constexpr SqlText kBlockColumns(
    "b.block_no, b.recorded_at, b.click_count, b.fact_count, b.payload, coalesce((SELECT r.ahead_micros FROM "
    "clock_repairs r"
    " WHERE r.operator_id = b.operator_id AND r.first_at <= b.recorded_at AND r.last_at >= b.recorded_at), 0)"
    " AS ahead_micros");
constexpr auto kSelectBlocks = "SELECT " + kBlockColumns + " FROM fact_blocks b WHERE b.operator_id = $1";
constexpr ComposedSql kAtTime(kSelectBlocks + " AND b.recorded_at = $2");
constexpr ComposedSql kAfter(kSelectBlocks + " AND b.recorded_at > $2 ORDER BY b.recorded_at LIMIT $3");
constexpr ComposedSql kOfBatch(
    "SELECT " + kBlockColumns +
    " FROM click_batches c JOIN fact_blocks b ON b.operator_id = c.operator_id AND b.recorded_at = c.recorded_at"
    " WHERE c.operator_id = $1 AND c.batch_time = $2");

// The first byte of a payload says what the rest is: the block's bytes, plain or compressed, or a pointer into an
// archive file.
constexpr char kPlain = 0;
constexpr char kZstd = 1;
constexpr char kArchived = 2;
// A payload with a checksum: this byte, eight bytes of checksum, and the payload. One flipped bit does not turn this
// byte into another kind.
constexpr char kSealed = 7;
constexpr std::size_t kSealBytes = 1 + 8;
// Compression gains little for smaller blocks: a block already stores what its clicks share only once.
constexpr std::size_t kPackFromBytes = 4096;
constexpr int kBlockPackLevel = 1;

// A damaged block must not stop work that does not need it, so it is logged and not returned as an error.
void ReportDamage(std::int64_t block_no) { telemetry::LogError("a block of facts is damaged", {{"block", block_no}}); }

std::string ChecksumOf(OperatorId owner, const BlockColumns& columns, std::string_view payload) {
    const auto digest = Digester128()
                            .Add(owner.uuid.bytes)
                            .Add(columns.number)
                            .Add(columns.recorded_at.micros)
                            .Add(columns.click_count)
                            .Add(columns.fact_count)
                            .Add(payload)
                            .Finish();
    return {reinterpret_cast<const char*>(digest.data()), kSealBytes - 1};
}

std::string_view WithoutSeal(std::string_view stored) {
    return stored.starts_with(kSealed) ? stored.substr(std::min(kSealBytes, stored.size())) : stored;
}

// Unpacks the blocks of one result.
class BlockUnpacker {
public:
    BlockUnpacker(const Connection& connection, OperatorId owner) : owner_(owner) {
        if (connection.archive() != nullptr) archive_.emplace(*connection.archive(), owner);
    }

    StoredBlock ReadRow(const ResultRows& rows, std::size_t row) {
        const BlockColumns columns{
            rows.Integer(row, kBlockColumns["block_no"]), rows.Time(row, kBlockColumns["recorded_at"]),
            rows.Integer(row, kBlockColumns["click_count"]), rows.Integer(row, kBlockColumns["fact_count"])};
        StoredBlock block{columns.number, columns.recorded_at, {}, rows.Integer(row, kBlockColumns["ahead_micros"])};
        const auto payload = OpenPayload(owner_, columns, rows.Text(row, kBlockColumns["payload"]));
        auto bytes = payload ? Unpack(*payload, block) : std::nullopt;
        if (!bytes) ReportDamage(block.number);
        block.bytes = std::move(bytes).value_or(std::string());
        return block;
    }

private:
    // Nothing if the payload is damaged or its archive file cannot be read.
    std::optional<std::string> Unpack(std::string_view payload, const StoredBlock& block) {
        if (payload.empty()) return std::nullopt;
        const std::string_view rest = payload.substr(1);
        if (payload.front() == kPlain) return std::string(rest);
        if (payload.front() == kZstd) return ReadZstdFrame(rest);
        if (payload.front() != kArchived || !archive_) return std::nullopt;
        const auto pointer = ReadPointer(rest, block.number, block.recorded_at);
        return pointer ? archive_->Read(*pointer) : std::nullopt;
    }

    OperatorId owner_;
    std::optional<ArchiveReader> archive_;
};

Result<std::vector<StoredBlock>> ReadBlocks(const Connection& connection, OperatorId owner,
                                            const Result<ResultRows>& rows) {
    if (!rows) return std::unexpected(rows.error());
    BlockUnpacker unpacker(connection, owner);
    std::vector<StoredBlock> blocks;
    blocks.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) blocks.push_back(unpacker.ReadRow(*rows, i));
    return blocks;
}

}  // namespace

std::string PackBlock(std::string_view bytes) {
    std::string payload;
    if (bytes.size() < kPackFromBytes) {
        payload += kPlain;
        payload += bytes;
        return payload;
    }
    payload += kZstd;
    AppendZstdFrame(payload, bytes, kBlockPackLevel, FrameChecksum::kWithout);
    return payload;
}

std::string ArchivedPayload(const ArchivePointer& pointer) { return kArchived + EncodePointer(pointer); }

std::string SealPayload(OperatorId owner, const BlockColumns& columns, std::string_view payload) {
    std::string stored(1, kSealed);
    stored += ChecksumOf(owner, columns, payload);
    stored += payload;
    return stored;
}

std::optional<std::string_view> OpenPayload(OperatorId owner, const BlockColumns& columns, std::string_view stored) {
    if (!stored.starts_with(kSealed)) return stored;
    const std::string_view payload = WithoutSeal(stored);
    const bool is_whole =
        stored.size() > kSealBytes && stored.substr(1, kSealBytes - 1) == ChecksumOf(owner, columns, payload);
    return is_whole ? std::optional(payload) : std::nullopt;
}

std::string_view PointerIn(std::string_view stored) {
    const std::string_view payload = WithoutSeal(stored);
    return payload.starts_with(kArchived) ? payload.substr(1) : std::string_view();
}

Result<Bytes32> InsertBlock(Connection& connection, OperatorId owner, std::int64_t number, Timestamp recorded_at,
                            const facts::FactBlock& block) {
    const BlockColumns columns{number, recorded_at, std::int64_t{block.click_count()}, block.fact_count()};
    const std::string content = block.Bytes();
    const std::string payload = SealPayload(owner, columns, PackBlock(content));
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size());
    TRY(connection.Run(
        kInsertBlock, {Value::Of(owner), Value::Of(recorded_at), Value::Of(number),
                       Value::Of(std::int64_t{block.click_count()}), Value::Of(block.fact_count()), Value::Of(bytes)}));
    auto times = block.BatchTimes(recorded_at);
    // Visits with a later time than the block count at the time of the block.
    if (!times.empty() && times.back() > recorded_at) times.push_back(recorded_at);
    TRY(InsertClickBatches(connection, owner, recorded_at, times));
    return Digest256(content);
}

Result<std::vector<std::optional<StoredBlock>>> ReadBlocksAt(Connection& connection, OperatorId owner,
                                                             std::span<const Timestamp> times) {
    ParameterRows parameters(2);
    for (const Timestamp time : times) parameters.Add({Value::Of(owner), Value::Of(time)});
    const auto rows = TRY(connection.QueryEach(kAtTime, parameters));
    BlockUnpacker unpacker(connection, owner);
    std::vector<std::optional<StoredBlock>> blocks(times.size());
    for (std::size_t i = 0; i < rows.size(); ++i) blocks[rows.SourceOf(i)] = unpacker.ReadRow(rows, i);
    return blocks;
}

Result<std::vector<StoredBlock>> ReadBlocksAfter(Connection& connection, OperatorId owner, Timestamp time,
                                                 std::int64_t limit) {
    return ReadBlocks(connection, owner,
                      connection.Query(kAfter, {Value::Of(owner), Value::Of(time), Value::Of(limit)}));
}

Result<std::vector<std::vector<StoredBlock>>> ReadBlocksOfBatches(Connection& connection, OperatorId owner,
                                                                  std::span<const Timestamp> batch_times) {
    ParameterRows parameters(2);
    for (const Timestamp time : batch_times) parameters.Add({Value::Of(owner), Value::Of(time)});
    const auto rows = TRY(connection.QueryEach(kOfBatch, parameters));
    BlockUnpacker unpacker(connection, owner);
    std::vector<std::vector<StoredBlock>> blocks(batch_times.size());
    for (std::size_t i = 0; i < rows.size(); ++i) blocks[rows.SourceOf(i)].push_back(unpacker.ReadRow(rows, i));
    return blocks;
}

std::vector<tracking::Click> ClicksOf(const StoredBlock& block) {
    std::vector<tracking::Click> clicks;
    const bool whole = facts::ReadBlock(block.bytes, block.written_at(),
                                        {.click = [&](tracking::Click click) { clicks.push_back(std::move(click)); }});
    if (!whole) ReportDamage(block.number);
    for (tracking::Click& click : clicks) click.time = block.VisitTime(click.time);
    return clicks;
}

std::vector<tracking::Click> ClicksOfBatch(const StoredBlock& block, Timestamp batch_time) {
    auto clicks = facts::ReadBatch(block.bytes, block.written_at(), batch_time);
    if (!clicks) {
        ReportDamage(block.number);
        return {};
    }
    for (tracking::Click& click : *clicks) click.time = block.VisitTime(click.time);
    return std::move(*clicks);
}

std::vector<tracking::Click> ClicksOfVisits(const StoredBlock& block, Timestamp time) {
    // Only batches of a wrong clock have another time than their visits.
    if (block.ahead_micros == 0 && time < block.recorded_at) return ClicksOfBatch(block, time);
    auto clicks = ClicksOf(block);
    std::erase_if(clicks, [&](const tracking::Click& click) { return click.time != time; });
    return clicks;
}

std::vector<Posting> PostingsOfBlock(OperatorId owner, const StoredBlock& block) {
    std::vector<Posting> postings;
    for (const tracking::Click& click : ClicksOf(block)) {
        if (!click.IsCounted()) continue;
        const auto terms = tracking::ClickTerms(tracking::BrandTerm(owner, click.brand), click.address_hash,
                                                click.agent_digest, click.country);
        for (const tracking::Term term : terms) postings.push_back({term, click.time.micros});
    }
    KeepEachOnce(postings);
    return postings;
}

void KeepEachOnce(std::vector<Posting>& postings) {
    const auto key = [](const Posting& posting) { return std::pair(posting.term, posting.number); };
    std::ranges::sort(postings, {}, key);
    const auto repeated = std::ranges::unique(postings, {}, key);
    postings.erase(repeated.begin(), repeated.end());
}

}  // namespace fairlead::ledger
