#include "ledger/retention/retention_rows.hpp"

#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kRetentionMarks("SELECT dropped_to, archived_to FROM retention WHERE operator_id = $1");
constexpr Sql kStoreMarks(
    "INSERT INTO retention (operator_id, dropped_to, archived_to) VALUES ($1, $2, $3)"
    " ON CONFLICT (operator_id) DO UPDATE SET dropped_to = excluded.dropped_to, archived_to = excluded.archived_to");
constexpr Sql kAllOperators("SELECT operator_id FROM operators ORDER BY operator_id");
constexpr Sql kLongestWindow("SELECT coalesce(max(attribution_window_days), 0) FROM brands WHERE operator_id = $1");
// A pointer is short. Only what may be one is read: the others may be large.
constexpr Sql kBlockSizes(
    "SELECT recorded_at, click_count, length(payload), CASE WHEN length(payload) <= 128 THEN payload ELSE NULL END"
    " FROM fact_blocks WHERE operator_id = $1 AND recorded_at > $2 AND recorded_at < $3 ORDER BY recorded_at LIMIT $4");
constexpr Sql kReplace(
    "UPDATE fact_blocks SET payload = $1, click_count = $2 WHERE operator_id = $3 AND recorded_at = $4");

}  // namespace

Result<RetentionMarks> ReadRetentionMarks(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kRetentionMarks, {Value::Of(owner)}));
    if (rows.empty()) return RetentionMarks{};
    return RetentionMarks{rows.Time(0, 0), rows.Time(0, 1)};
}

Status StoreRetentionMarks(Connection& connection, OperatorId owner, const RetentionMarks& marks) {
    return connection.Run(kStoreMarks, {Value::Of(owner), Value::Of(marks.dropped_to), Value::Of(marks.archived_to)});
}

Result<std::vector<OperatorId>> ReadOperatorIds(Connection& connection) {
    const auto rows = TRY(connection.Query(kAllOperators, {}));
    std::vector<OperatorId> ids;
    for (std::size_t i = 0; i < rows.size(); ++i) ids.push_back(rows.Identifier<OperatorId>(i, 0));
    return ids;
}

Result<std::int64_t> ReadLongestWindowMicros(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kLongestWindow, {Value::Of(owner)}));
    return rows.Integer(0, 0) * kMicrosPerDay;
}

Result<std::vector<BlockSize>> ReadBlockSizes(Connection& connection, OperatorId owner, Timestamp after,
                                              Timestamp before, std::int64_t limit) {
    const auto rows =
        connection.Query(kBlockSizes, {Value::Of(owner), Value::Of(after), Value::Of(before), Value::Of(limit)});
    if (!rows) return std::unexpected(rows.error());
    std::vector<BlockSize> sizes;
    sizes.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const std::string_view payload = rows->IsNull(i, 3) ? std::string_view() : rows->Text(i, 3);
        sizes.push_back({rows->Time(i, 0), rows->Integer(i, 1), rows->Integer(i, 2), std::string(PointerIn(payload))});
    }
    return sizes;
}

Status ReplacePayloads(Connection& connection, OperatorId owner, std::span<const NewPayload> blocks) {
    if (blocks.empty()) return {};
    ParameterRows rows(4);
    rows.Reserve(blocks.size());
    for (const NewPayload& block : blocks) {
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(block.payload.data()), block.payload.size());
        rows.Add({Value::Of(bytes), Value::Of(block.click_count), Value::Of(owner), Value::Of(block.recorded_at)});
    }
    return connection.RunEach(kReplace, rows);
}

}  // namespace fairlead::ledger
