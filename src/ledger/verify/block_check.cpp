#include "ledger/verify/block_check.hpp"

#include <array>
#include <set>

#include "ledger/record/click_batch_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kRowsAfter(
    "SELECT block_no, recorded_at, payload, click_count, fact_count FROM fact_blocks"
    " WHERE operator_id = $1 AND recorded_at > $2 ORDER BY recorded_at LIMIT $3");
constexpr Sql kLastBlockNumber("SELECT last_block FROM operators WHERE operator_id = $1");
constexpr std::int64_t kRowsPerRead = 500;
constexpr std::int64_t kContentsPerRead = 200;

struct NamedColumn {
    std::string_view name;
    std::int64_t& (*of)(BlockColumns&);
};

// The integer column in which one flipped bit explains the wrong checksum; otherwise the damage is in the payload.
std::string_view DamagedColumn(OperatorId owner, const BlockColumns& columns, std::string_view stored) {
    static constexpr std::array<NamedColumn, 4> kColumns{
        {{"block_no", [](BlockColumns& one) -> std::int64_t& { return one.number; }},
         {"recorded_at", [](BlockColumns& one) -> std::int64_t& { return one.recorded_at.micros; }},
         {"click_count", [](BlockColumns& one) -> std::int64_t& { return one.click_count; }},
         {"fact_count", [](BlockColumns& one) -> std::int64_t& { return one.fact_count; }}}};
    for (const NamedColumn& column : kColumns) {
        for (int bit = 0; bit < 64; ++bit) {
            BlockColumns tried = columns;
            std::int64_t& value = column.of(tried);
            value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) ^ std::uint64_t{1} << bit);
            if (OpenPayload(owner, tried, stored)) return column.name;
        }
    }
    return "payload";
}

std::string NameOfBlock(const BlockColumns& columns) {
    return "table fact_blocks, block " + std::to_string(columns.number) + " recorded at " +
           columns.recorded_at.ToIso8601();
}

}  // namespace

void BlockCheck::CheckRow(const BlockColumns& columns, std::string_view stored) {
    if (OpenPayload(owner_, columns, stored)) return;
    differs_(NameOfBlock(columns) + ": column " + std::string(DamagedColumn(owner_, columns, stored)) +
             " is not what was written");
}

void BlockCheck::CheckNumber(std::int64_t number) {
    if (number != last_ + 1) {
        differs_("table fact_blocks: block " + std::to_string(number) + " follows block " + std::to_string(last_));
    }
    last_ = number;
}

Status BlockCheck::CheckRows() {
    Timestamp reached;
    while (true) {
        const auto rows =
            TRY(connection_.Query(kRowsAfter, {Value::Of(owner_), Value::Of(reached), Value::Of(kRowsPerRead)}));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const BlockColumns columns{rows.Integer(i, kRowsAfter["block_no"]), rows.Time(i, kRowsAfter["recorded_at"]),
                                       rows.Integer(i, kRowsAfter["click_count"]),
                                       rows.Integer(i, kRowsAfter["fact_count"])};
            CheckNumber(columns.number);
            CheckRow(columns, rows.Text(i, kRowsAfter["payload"]));
            reached = columns.recorded_at;
        }
        if (static_cast<std::int64_t>(rows.size()) < kRowsPerRead) break;
    }
    const auto end = TRY(connection_.Query(kLastBlockNumber, {Value::Of(owner_)}));
    const std::int64_t expected = end.empty() ? 0 : end.Integer(0);
    if (expected != last_) {
        differs_("table fact_blocks ends at block " + std::to_string(last_) + ", but the operator's row says " +
                 std::to_string(expected));
    }
    return {};
}

Status BlockCheck::CheckBatches(std::span<const StoredBlock> blocks, Timestamp after) {
    const auto rows = TRY(ReadClickBatchesOfBlocks(connection_, owner_, after, blocks.back().recorded_at));
    std::set<std::pair<Timestamp, Timestamp>> known;
    for (const auto& [batch_time, recorded_at] : rows) known.emplace(recorded_at, batch_time);
    for (const StoredBlock& block : blocks) {
        std::set<Timestamp> times;
        for (const tracking::Click& click : ClicksOf(block)) {
            times.insert({click.time, tracking::PlaceOf(click.id)->batch_time});
        }
        for (const Timestamp time : times) {
            if (known.contains({block.recorded_at, time})) continue;
            differs_("table click_batches does not have the clicks of block " + std::to_string(block.number) + " at " +
                     time.ToIso8601());
        }
    }
    return {};
}

Status BlockCheck::CheckContents() {
    Timestamp reached;
    while (true) {
        const auto blocks = TRY(ReadBlocksAfter(connection_, owner_, reached, kContentsPerRead));
        if (!blocks.empty()) TRY(CheckBatches(blocks, reached));
        for (const StoredBlock& block : blocks) {
            reached = block.recorded_at;
            const bool is_whole = !block.bytes.empty() && facts::ReadBlock(block.bytes, block.written_at(), {});
            if (!is_whole) {
                differs_(NameOfBlock({block.number, block.recorded_at, 0, 0}) + ": its facts cannot be read");
            }
        }
        if (std::ssize(blocks) < kContentsPerRead) return {};
    }
}

}  // namespace fairlead::ledger
