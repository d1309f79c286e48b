#include "ledger/record/seal_rows.hpp"

#include <algorithm>

namespace fairlead::ledger {
namespace {

constexpr SqlText kSealColumns("number, kind, record, content");
constexpr auto kInsertedSealColumns = "operator_id, " + kSealColumns;
constexpr ComposedSql kInsertSeal(InsertInto("seals", kInsertedSealColumns));
constexpr auto kSelectSeals = "SELECT " + kSealColumns + " FROM seals WHERE operator_id = $1";
constexpr ComposedSql kSealsAfter(kSelectSeals + " AND number > $2 ORDER BY number LIMIT $3");
constexpr auto kSelectSealsOfKind =
    "SELECT " + kSealColumns + " FROM seals {by seals_by_record} WHERE operator_id = $1 AND kind = $2";
constexpr ComposedSql kNewestSeal(kSelectSealsOfKind + " AND record = $3 ORDER BY number DESC LIMIT 1");
constexpr ComposedSql kSealsOfRange(kSelectSealsOfKind + " AND record >= $3 AND record <= $4 ORDER BY number");

constexpr std::int64_t kSealedRowsAtOnce = 1000;
constexpr std::size_t kBlockDigits = 19;

SealRow SealAt(const ResultRows& rows, std::size_t row) {
    return {rows.Integer(row, kSealColumns["number"]), rows.String(row, kSealColumns["kind"]),
            rows.String(row, kSealColumns["record"]), rows.String(row, kSealColumns["content"])};
}

std::vector<SealRow> SealsIn(const ResultRows& rows) {
    std::vector<SealRow> seals;
    seals.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) seals.push_back(SealAt(rows, row));
    return seals;
}

// Numbers the seals after those that the commit already has.
Status AppendSeals(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
                   std::span<const SealRow> seals) {
    if (seals.empty()) return {};
    ParameterRows parameters(kInsertedSealColumns.column_count());
    parameters.Reserve(seals.size());
    for (const SealRow& seal : seals) {
        const std::int64_t number = moment.last_seal + record.seals() + 1;
        record.AddSeal(number, seal.kind, seal.record, seal.content);
        parameters.Add({Value::Of(moment.owner), Value::Of(number), Value::Of(std::string_view(seal.kind)),
                        Value::Of(std::string_view(seal.record)), Value::Of(std::string_view(seal.content))});
    }
    return connection.RunEach(kInsertSeal, parameters);
}

SealRow SealOf(const SealedTable& table, const SealedRow& row) {
    return {0, std::string(table.kind), row.key.ToText(table), EncodeMembers(row.members)};
}

Status SealWholeTable(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
                      const SealedTable& table) {
    SealedKey reached;
    while (true) {
        const auto rows = TRY(ReadSealedRowsAfter(connection, moment.owner, table, reached, kSealedRowsAtOnce));
        std::vector<SealRow> seals;
        for (const SealedRow& row : rows) seals.push_back(SealOf(table, row));
        TRY(AppendSeals(connection, moment, record, seals));
        if (std::ssize(rows) < kSealedRowsAtOnce) return {};
        reached = rows.back().key;
    }
}

// Leaves out seals whose content is the same as in the newest seal of their record.
Status KeepChanged(Connection& connection, OperatorId owner, std::string_view kind, std::vector<SealRow>& seals) {
    std::vector<std::string> records;
    for (const SealRow& seal : seals) records.push_back(seal.record);
    const auto newest = TRY(ReadNewestSeals(connection, owner, kind, records));
    std::vector<SealRow> changed;
    for (std::size_t i = 0; i < seals.size(); ++i) {
        if (!newest[i] || newest[i]->content != seals[i].content) changed.push_back(std::move(seals[i]));
    }
    seals = std::move(changed);
    return {};
}

}  // namespace

std::string BlockRecord(std::int64_t block_no) {
    const std::string digits = std::to_string(block_no);
    return std::string(kBlockDigits - std::min(kBlockDigits, digits.size()), '0') + digits;
}

std::string BlockContent(const Bytes32& digest) { return EncodeMembers({{"digest", ToHex(digest)}}); }

Status StartSeals(Connection& connection, const OperatorMoment& moment, CommitRecord& record) {
    if (moment.last_seal + record.seals() > 0) return {};
    for (const SealedTable& table : SealedTables()) {
        TRY(SealWholeTable(connection, moment, record, table));
    }
    return {};
}

Status SealRows(Connection& connection, const OperatorMoment& moment, CommitRecord& record, SealedKind kind,
                std::span<const SealedKey> keys) {
    const SealedTable& table = TableOf(kind);
    const auto rows = TRY(ReadSealedRows(connection, moment.owner, table, keys));
    std::vector<SealRow> seals;
    for (const auto& row : rows) {
        if (row) seals.push_back(SealOf(table, *row));
    }
    if (!table.is_only_added_to) TRY(KeepChanged(connection, moment.owner, table.kind, seals));
    return AppendSeals(connection, moment, record, seals);
}

Status SealBlocks(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
                  std::span<const std::pair<std::int64_t, Bytes32>> blocks) {
    std::vector<SealRow> seals;
    for (const auto& [number, digest] : blocks) {
        seals.push_back({0, std::string(kBlockSeal), BlockRecord(number), BlockContent(digest)});
    }
    return AppendSeals(connection, moment, record, seals);
}

Result<std::vector<SealRow>> ReadSeals(Connection& connection, OperatorId owner, std::int64_t after,
                                       std::int64_t limit) {
    const auto rows = TRY(connection.Query(kSealsAfter, {Value::Of(owner), Value::Of(after), Value::Of(limit)}));
    return SealsIn(rows);
}

Result<std::vector<std::optional<SealRow>>> ReadNewestSeals(Connection& connection, OperatorId owner,
                                                            std::string_view kind,
                                                            std::span<const std::string> records) {
    std::vector<std::optional<SealRow>> newest(records.size());
    if (records.empty()) return newest;
    ParameterRows parameters(3);
    for (const std::string& record : records) {
        parameters.Add({Value::Of(owner), Value::Of(kind), Value::Of(std::string_view(record))});
    }
    const auto rows = TRY(connection.QueryEach(kNewestSeal, parameters));
    for (std::size_t row = 0; row < rows.size(); ++row) newest[rows.SourceOf(row)] = SealAt(rows, row);
    return newest;
}

Result<std::vector<SealRow>> ReadBlockSeals(Connection& connection, OperatorId owner, std::int64_t first,
                                            std::int64_t last) {
    const std::string from = BlockRecord(first);
    const std::string to = BlockRecord(last);
    const auto rows =
        TRY(connection.Query(kSealsOfRange, {Value::Of(owner), Value::Of(kBlockSeal), Value::Of(std::string_view(from)),
                                             Value::Of(std::string_view(to))}));
    return SealsIn(rows);
}

}  // namespace fairlead::ledger
