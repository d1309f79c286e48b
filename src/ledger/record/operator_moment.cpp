#include "ledger/record/operator_moment.hpp"

#include <algorithm>
#include <vector>

#include "ledger/engine/trusted_clock.hpp"
#include "ledger/record/commit_record.hpp"
#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kLock(
    "SELECT last_seq, last_block, last_recorded_at, last_commit, last_hash, last_accrual, last_held, last_change,"
    " last_seal, {server_clock} AS server_clock FROM operators WHERE operator_id = $1 {for_update}");
// A commit moves the end of the record in one statement, with or without a block.
constexpr SqlText kMoveEnds(
    "UPDATE operators SET last_commit = $1, last_hash = $2, last_seq = $3, last_accrual = $4, last_held = $5,"
    " last_change = $6, last_seal = $7");
constexpr ComposedSql kMoveCommit(kMoveEnds + " WHERE operator_id = $8");
constexpr ComposedSql kMoveCommitAndBlock(kMoveEnds +
                                          ", last_block = $8, last_recorded_at = $9, click_total = click_total + $10,"
                                          " impression_total = impression_total + $11 WHERE operator_id = $12");
constexpr ComposedSql kInsertCommit(
    InsertInto("commits", SqlText("operator_id, commit_no, recorded_at, last_seq, last_accrual, last_change, last_seal,"
                                  " block_no, block_digest, row_checks, hash")));

Status InsertCommit(Connection& connection, const OperatorMoment& moment, const CommitRecord& record) {
    const bool has_block = record.block_no() != 0;
    const bool has_checks = connection.keeps_row_checks() && !record.checks().empty();
    const std::string checks = has_checks ? record.checks().Encode() : std::string();
    const std::span check_bytes(reinterpret_cast<const std::uint8_t*>(checks.data()), checks.size());
    return connection.Run(
        kInsertCommit,
        {Value::Of(moment.owner), Value::Of(moment.commit_no()), Value::Of(moment.recorded_at),
         Value::Of(moment.last_seq + record.events()), Value::Of(moment.last_accrual + record.accruals()),
         Value::Of(moment.last_change + record.changes()), Value::Of(moment.last_seal + record.seals()),
         has_block ? Value::Of(record.block_no()) : Value::Null(),
         has_block ? Value::Of(std::span(record.block_digest())) : Value::Null(),
         has_checks ? Value::Of(check_bytes) : Value::Null(), Value::Of(std::span(record.hash()))});
}

Status MoveEnd(Connection& connection, const OperatorMoment& moment, const CommitRecord& record,
               const facts::FactBlock& block) {
    std::vector<Value> values{Value::Of(moment.commit_no()),
                              Value::Of(std::span(record.hash())),
                              Value::Of(moment.last_seq + record.events()),
                              Value::Of(moment.last_accrual + record.accruals()),
                              Value::Of(moment.last_unpriced + record.unpriced()),
                              Value::Of(moment.last_change + record.changes()),
                              Value::Of(moment.last_seal + record.seals())};
    if (!block.empty()) {
        values.insert(values.end(),
                      {Value::Of(moment.block_no()), Value::Of(moment.recorded_at),
                       Value::Of(std::int64_t{block.click_count()}), Value::Of(block.impression_times())});
    }
    values.push_back(Value::Of(moment.owner));
    const Sql& move = block.empty() ? static_cast<const Sql&>(kMoveCommit) : kMoveCommitAndBlock;
    TRY(connection.Query(move, std::span<const Value>(values)));
    return {};
}

}  // namespace

Bytes32 HashOf(std::string_view bytes) {
    Bytes32 hash{};
    std::copy_n(bytes.begin(), std::min(bytes.size(), hash.size()), hash.begin());
    return hash;
}

Result<OperatorMoment> LockOperator(Connection& connection, OperatorId owner, std::optional<Timestamp> now) {
    const Timestamp clock = now ? *now : TRY(ReadClock(connection));
    const auto rows = TRY(connection.Query(kLock, {Value::Of(owner)}));
    if (rows.empty()) return Fail(ErrorCode::kNotFound, "the operator does not exist");
    const Timestamp last = rows.Time(0, kLock["last_recorded_at"]);
    if (!now) TRY(CheckCommitTime(connection, {clock, rows.Time(0, kLock["server_clock"]), last}));
    return OperatorMoment{.owner = owner,
                          .last_seq = rows.Integer(0, kLock["last_seq"]),
                          .last_block = rows.Integer(0, kLock["last_block"]),
                          .recorded_at = std::max(clock, Timestamp{last.micros + 1}),
                          .clock = clock,
                          .last_commit = rows.Integer(0, kLock["last_commit"]),
                          .last_hash = HashOf(rows.Text(0, kLock["last_hash"])),
                          .last_accrual = rows.Integer(0, kLock["last_accrual"]),
                          .last_unpriced = rows.Integer(0, kLock["last_held"]),
                          .last_change = rows.Integer(0, kLock["last_change"]),
                          .last_seal = rows.Integer(0, kLock["last_seal"])};
}

Status Advance(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
               const facts::FactBlock& block) {
    if (!block.empty()) {
        const Bytes32 digest = TRY(InsertBlock(connection, moment.owner, moment.block_no(), moment.recorded_at, block));
        record.SetBlock(moment.block_no(), digest);
    }
    if (record.empty()) return {};
    record.Hash(moment.last_hash, moment.commit_no(), moment.recorded_at);
    TRY(InsertCommit(connection, moment, record));
    return MoveEnd(connection, moment, record, block);
}

}  // namespace fairlead::ledger
