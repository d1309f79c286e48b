#include "ledger/retention/retention_rows.hpp"

#include "ledger/record/fact_block_rows.hpp"
#include "ledger/record/seal_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kMarkColumns("dropped_to, archived_to");
constexpr ComposedSql kStoreMarks(InsertInto("retention", "operator_id, " + kMarkColumns) +
                                  " ON CONFLICT (operator_id) DO UPDATE SET " + AssignExcluded(kMarkColumns));
constexpr ComposedSql kRetentionMarks("SELECT " + kMarkColumns + " FROM retention WHERE operator_id = $1");
constexpr Sql kAllOperators("SELECT operator_id FROM operators ORDER BY operator_id");
constexpr Sql kLongestWindow("SELECT coalesce(max(attribution_window_days), 0) FROM brands WHERE operator_id = $1");
// The payload of an archived block is a short pointer. Longer payloads are not read, because they may be large.
constexpr Sql kBlockSizes(
    "SELECT recorded_at, block_no, click_count, fact_count, length(payload) AS payload_bytes,"
    " CASE WHEN length(payload) <= 128 THEN payload ELSE NULL END AS short_payload FROM fact_blocks WHERE operator_id "
    "= $1 AND recorded_at > $2 AND recorded_at < $3 ORDER BY recorded_at LIMIT $4");
constexpr Sql kReplace(
    "UPDATE fact_blocks SET payload = $1, click_count = $2 WHERE operator_id = $3 AND recorded_at = $4");

}  // namespace

Result<RetentionMarks> ReadRetentionMarks(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kRetentionMarks, {Value::Of(owner)}));
    if (rows.empty()) return RetentionMarks{};
    return RetentionMarks{rows.Time(0, kRetentionMarks["dropped_to"]), rows.Time(0, kRetentionMarks["archived_to"])};
}

Status StoreRetentionMarks(Connection& connection, OperatorId owner, const RetentionMarks& marks) {
    return connection.Run(kStoreMarks, {Value::Of(owner), Value::Of(marks.dropped_to), Value::Of(marks.archived_to)});
}

Result<std::vector<OperatorId>> ReadOperatorIds(Connection& connection) {
    const auto rows = TRY(connection.Query(kAllOperators, {}));
    std::vector<OperatorId> ids;
    for (std::size_t i = 0; i < rows.size(); ++i) ids.push_back(rows.Identifier<OperatorId>(i));
    return ids;
}

Result<std::int64_t> ReadLongestWindowMicros(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kLongestWindow, {Value::Of(owner)}));
    return rows.Integer(0) * kMicrosPerDay;
}

Result<std::vector<BlockSize>> ReadBlockSizes(Connection& connection, OperatorId owner, Timestamp after,
                                              Timestamp before, std::int64_t limit) {
    const auto rows =
        TRY(connection.Query(kBlockSizes, {Value::Of(owner), Value::Of(after), Value::Of(before), Value::Of(limit)}));
    std::vector<BlockSize> sizes;
    sizes.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string_view payload = rows.IsNull(i, kBlockSizes["short_payload"])
                                             ? std::string_view()
                                             : rows.Text(i, kBlockSizes["short_payload"]);
        sizes.push_back({rows.Time(i, kBlockSizes["recorded_at"]), rows.Integer(i, kBlockSizes["block_no"]),
                         rows.Integer(i, kBlockSizes["click_count"]), rows.Integer(i, kBlockSizes["fact_count"]),
                         rows.Integer(i, kBlockSizes["payload_bytes"]), std::string(PointerIn(payload))});
    }
    return sizes;
}

Status ReplacePayloads(Connection& connection, OperatorId owner, std::span<const NewPayload> blocks) {
    if (blocks.empty()) return {};
    ParameterRows rows(4);
    rows.Reserve(blocks.size());
    for (const NewPayload& block : blocks) {
        const std::string_view stored = rows.Keep(SealPayload(owner, block.columns, block.payload));
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(stored.data()), stored.size());
        rows.Add({Value::Of(bytes), Value::Of(block.columns.click_count), Value::Of(owner),
                  Value::Of(block.columns.recorded_at)});
    }
    return connection.RunEach(kReplace, rows);
}

Status SealRewritten(Connection& connection, const OperatorMoment& moment, std::span<const NewPayload> blocks) {
    std::vector<std::pair<std::int64_t, Bytes32>> digests;
    for (const NewPayload& block : blocks) {
        if (block.digest) digests.emplace_back(block.columns.number, *block.digest);
    }
    // Without a commit there is no chain yet.
    if (digests.empty() || moment.last_commit == 0) return {};
    CommitRecord record;
    TRY(StartSeals(connection, moment, record));
    TRY(SealBlocks(connection, moment, record, digests));
    return Advance(connection, moment, record, facts::FactBlock());
}

}  // namespace fairlead::ledger
