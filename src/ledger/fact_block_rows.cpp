#include "ledger/fact_block_rows.hpp"

#include <algorithm>
#include <memory>

#include <zstd.h>

#include "base/assert.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kInsert(
    "INSERT INTO fact_blocks (operator_id, recorded_at, block_no, click_count, fact_count, payload)"
    " VALUES ($1, $2, $3, $4, $5, $6)");
constexpr Sql kAtTime(
    "SELECT block_no, recorded_at, payload FROM fact_blocks WHERE operator_id = $1 AND recorded_at = $2");
constexpr Sql kAfter(
    "SELECT block_no, recorded_at, payload FROM fact_blocks WHERE operator_id = $1 AND recorded_at > $2"
    " ORDER BY recorded_at LIMIT $3");
constexpr Sql kClicksBefore(
    "SELECT block_no, recorded_at, payload FROM fact_blocks WHERE operator_id = $1 AND recorded_at < $2"
    " AND click_count > 0 ORDER BY recorded_at DESC LIMIT $3");

// A payload is one byte that says how the rest is packed, and the rest.
constexpr char kPlain = 0;
constexpr char kZstd = 1;
// Smaller blocks gain little: what clicks have in common stands in them once as it is.
constexpr std::size_t kPackFromBytes = 4096;
constexpr int kPackLevel = 1;
constexpr unsigned long long kUnpackedBytesMax = 1ULL << 30;

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

std::string Pack(const std::string& bytes) {
    if (bytes.size() < kPackFromBytes) return kPlain + bytes;
    // A context is costly to make and is kept by each writer.
    thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
    std::string packed(1 + ZSTD_compressBound(bytes.size()), kZstd);
    const std::size_t size =
        ZSTD_compressCCtx(context.get(), packed.data() + 1, packed.size() - 1, bytes.data(), bytes.size(), kPackLevel);
    FAIRLEAD_ASSERT(ZSTD_isError(size) == 0);
    packed.resize(1 + size);
    return packed;
}

// Nothing where the payload is damaged.
std::optional<std::string> Unpack(std::string_view payload) {
    if (payload.starts_with(kPlain)) return std::string(payload.substr(1));
    if (payload.starts_with(kZstd)) {
        payload.remove_prefix(1);
        const auto size = ZSTD_getFrameContentSize(payload.data(), payload.size());
        if (size <= kUnpackedBytesMax) {
            std::string bytes(size, '\0');
            if (ZSTD_decompress(bytes.data(), size, payload.data(), payload.size()) == size) return bytes;
        }
    }
    return std::nullopt;
}

// A damaged block must not keep what does not need it from being done; whoever looks after the service must know.
void ReportDamage(std::int64_t block_no) { telemetry::LogError("a block of facts is damaged", {{"block", block_no}}); }

StoredBlock ReadRow(const ResultRows& rows, std::size_t row) {
    auto bytes = Unpack(rows.Text(row, 2));
    if (!bytes) ReportDamage(rows.Integer(row, 0));
    return {rows.Integer(row, 0), rows.Time(row, 1), std::move(bytes).value_or(std::string())};
}

Result<std::vector<StoredBlock>> ReadRows(const Result<ResultRows>& rows) {
    if (!rows) return std::unexpected(rows.error());
    std::vector<StoredBlock> blocks;
    blocks.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) {
        blocks.push_back(ReadRow(*rows, i));
    }
    return blocks;
}

}  // namespace

Status InsertBlock(Session& session, OperatorId owner, std::int64_t number, Timestamp recorded_at,
                   const facts::FactBlock& block) {
    const std::string payload = Pack(block.Bytes());
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size());
    return session.Run(kInsert,
                       {Value::Of(owner), Value::Of(recorded_at), Value::Of(number),
                        Value::Of(std::int64_t{block.click_count()}), Value::Of(block.fact_count()), Value::Of(bytes)});
}

Result<std::vector<std::optional<StoredBlock>>> ReadBlocksAt(Session& session, OperatorId owner,
                                                             std::span<const Timestamp> times) {
    ParameterRows parameters(2);
    for (const Timestamp time : times) parameters.Add({Value::Of(owner), Value::Of(time)});
    const auto rows = session.QueryEach(kAtTime, parameters);
    if (!rows) return std::unexpected(rows.error());
    std::vector<std::optional<StoredBlock>> blocks(times.size());
    for (std::size_t i = 0; i < rows->size(); ++i) {
        blocks[rows->SourceOf(i)] = ReadRow(*rows, i);
    }
    return blocks;
}

Result<std::vector<StoredBlock>> ReadBlocksAfter(Session& session, OperatorId owner, Timestamp time,
                                                 std::int64_t limit) {
    return ReadRows(session.Query(kAfter, {Value::Of(owner), Value::Of(time), Value::Of(limit)}));
}

Result<std::vector<StoredBlock>> ReadClickBlocksBefore(Session& session, OperatorId owner, Timestamp time,
                                                       std::int64_t limit) {
    return ReadRows(session.Query(kClicksBefore, {Value::Of(owner), Value::Of(time), Value::Of(limit)}));
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
