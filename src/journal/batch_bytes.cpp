#include "journal/batch_bytes.hpp"

#include "base/text/byte_codec.hpp"

namespace fairlead::journal {
namespace {

constexpr std::size_t kTermBytes = 8;

void AppendTerm(std::string& out, tracking::Term term) {
    for (std::size_t i = 0; i < kTermBytes; ++i) out += static_cast<char>(term >> (8 * i));
}

tracking::Term ReadTerm(ByteReader& reader) {
    tracking::Term term = 0;
    for (std::size_t i = 0; i < kTermBytes; ++i) term |= tracking::Term{reader.Byte()} << (8 * i);
    return term;
}

}  // namespace

void AppendBatch(std::string& out, const app::TrackedBatch& batch) {
    AppendId(out, batch.owner);
    AppendSigned(out, batch.time.micros);
    AppendText(out, batch.clicks.heads);
    AppendVarint(out, batch.clicks.head_count);
    AppendText(out, batch.clicks.rows);
    AppendVarint(out, batch.clicks.row_count);
    AppendVarint(out, batch.click_terms.size());
    for (const tracking::Term term : batch.click_terms) AppendTerm(out, term);
    AppendVarint(out, batch.impressions.size());
    for (const auto& [key, times] : batch.impressions) {
        AppendVarint(out, static_cast<std::uint64_t>(times));
        AppendText(out, key);
    }
}

std::optional<app::TrackedBatch> ReadBatch(std::string_view bytes) {
    ByteReader reader(bytes);
    app::TrackedBatch batch;
    batch.owner = reader.ReadId<OperatorId>();
    batch.time.micros = reader.Signed();
    batch.clicks.heads = reader.Text();
    batch.clicks.head_count = static_cast<std::uint32_t>(reader.Varint());
    batch.clicks.rows = reader.Text();
    batch.clicks.row_count = static_cast<std::uint32_t>(reader.Varint());
    const std::uint64_t terms = reader.Varint();
    for (std::uint64_t i = 0; i < terms && reader.ok(); ++i) batch.click_terms.push_back(ReadTerm(reader));
    const std::uint64_t impressions = reader.Varint();
    for (std::uint64_t i = 0; i < impressions && reader.ok(); ++i) {
        const auto times = static_cast<std::int64_t>(reader.Varint());
        batch.impressions.emplace(reader.Text(), times);
    }
    const bool possible = batch.time.micros > 0 && batch.clicks.row_count <= tracking::kClicksPerBatchMax;
    if (!reader.ok() || !reader.AtEnd() || !possible) return std::nullopt;
    return batch;
}

}  // namespace fairlead::journal
