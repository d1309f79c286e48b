#include "ledger/record/fact_block_rows.hpp"

#include <algorithm>

#include "ledger/archive/block_archive.hpp"
#include "ledger/archive/zstd_frame.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr ComposedSql kInsertBlock(
    InsertInto("fact_blocks", SqlText("operator_id, recorded_at, block_no, click_count, fact_count, payload")));
constexpr SqlText kBlockColumns("block_no, recorded_at, payload");
constexpr auto kSelectBlocks = "SELECT " + kBlockColumns + " FROM fact_blocks WHERE operator_id = $1";
constexpr ComposedSql kAtTime(kSelectBlocks + " AND recorded_at = $2");
constexpr ComposedSql kAfter(kSelectBlocks + " AND recorded_at > $2 ORDER BY recorded_at LIMIT $3");
constexpr ComposedSql kClicksBefore(kSelectBlocks +
                                    " AND recorded_at < $2 AND click_count > 0 ORDER BY recorded_at DESC LIMIT $3");

// The first byte of a payload says what the rest is: the block's bytes, plain or compressed, or a pointer into an
// archive file.
constexpr char kPlain = 0;
constexpr char kZstd = 1;
constexpr char kArchived = 2;
// Compression gains little for smaller blocks: a block already stores what its clicks share only once.
constexpr std::size_t kPackFromBytes = 4096;
constexpr int kBlockPackLevel = 1;

// A damaged block must not stop work that does not need it, so it is logged and not returned as an error.
void ReportDamage(std::int64_t block_no) { telemetry::LogError("a block of facts is damaged", {{"block", block_no}}); }

// Unpacks the blocks of one result.
class BlockUnpacker {
public:
    BlockUnpacker(const Connection& connection, OperatorId owner) {
        if (connection.archive() != nullptr) archive_.emplace(*connection.archive(), owner);
    }

    StoredBlock ReadRow(const ResultRows& rows, std::size_t row) {
        StoredBlock block{
            rows.Integer(row, kBlockColumns["block_no"]), rows.Time(row, kBlockColumns["recorded_at"]), {}};
        auto bytes = Unpack(rows.Text(row, kBlockColumns["payload"]), block);
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

std::string_view PointerIn(std::string_view payload) {
    return payload.starts_with(kArchived) ? payload.substr(1) : std::string_view();
}

Status InsertBlock(Connection& connection, OperatorId owner, std::int64_t number, Timestamp recorded_at,
                   const facts::FactBlock& block) {
    const std::string payload = PackBlock(block.Bytes());
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size());
    return connection.Run(
        kInsertBlock, {Value::Of(owner), Value::Of(recorded_at), Value::Of(number),
                       Value::Of(std::int64_t{block.click_count()}), Value::Of(block.fact_count()), Value::Of(bytes)});
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

Result<std::vector<StoredBlock>> ReadClickBlocksBefore(Connection& connection, OperatorId owner, Timestamp time,
                                                       std::int64_t limit) {
    return ReadBlocks(connection, owner,
                      connection.Query(kClicksBefore, {Value::Of(owner), Value::Of(time), Value::Of(limit)}));
}

std::vector<tracking::Click> ClicksOf(const StoredBlock& block) {
    std::vector<tracking::Click> clicks;
    const bool whole = facts::ReadBlock(block.bytes, block.recorded_at,
                                        {.click = [&](tracking::Click click) { clicks.push_back(std::move(click)); }});
    if (!whole) ReportDamage(block.number);
    return clicks;
}

std::vector<tracking::Term> TermsOfBlock(OperatorId owner, const StoredBlock& block) {
    std::vector<tracking::Term> terms;
    for (const tracking::Click& click : ClicksOf(block)) {
        if (!click.IsCounted()) continue;
        const auto found = tracking::ClickTerms(tracking::BrandTerm(owner, click.brand), click.address_hash,
                                                click.agent_digest, click.country);
        terms.insert(terms.end(), found.begin(), found.end());
    }
    std::ranges::sort(terms);
    terms.erase(std::ranges::unique(terms).begin(), terms.end());
    return terms;
}

}  // namespace fairlead::ledger
