#include "ledger/record/operator_moment.hpp"

#include <algorithm>

#include "ledger/engine/trusted_clock.hpp"
#include "ledger/record/commit_record.hpp"
#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kLock(
    "SELECT last_seq, last_block, last_recorded_at, last_commit, last_hash, last_accrual, last_held, last_change,"
    " {server_clock} AS server_clock FROM operators WHERE operator_id = $1 {for_update}");
constexpr Sql kMoveBlock(
    "UPDATE operators SET last_block = $1, last_recorded_at = $2, click_total = click_total + $3,"
    " impression_total = impression_total + $4 WHERE operator_id = $5");
constexpr Sql kMoveCommit(
    "UPDATE operators SET last_commit = $1, last_hash = $2, last_seq = $3, last_accrual = $4, last_held = $5,"
    " last_change = $6 WHERE operator_id = $7");
constexpr ComposedSql kInsertCommit(
    InsertInto("commits", SqlText("operator_id, commit_no, recorded_at, last_seq, last_accrual, last_change, hash")));

Status StoreCommit(Connection& connection, const OperatorMoment& moment, CommitRecord& record) {
    const Bytes32 hash = record.Hash(moment.last_hash, moment.commit_no(), moment.recorded_at);
    const Value last_seq = Value::Of(moment.last_seq + record.events());
    const Value last_accrual = Value::Of(moment.last_accrual + record.accruals());
    const Value last_change = Value::Of(moment.last_change + record.changes());
    auto inserted = connection.Run(
        kInsertCommit, {Value::Of(moment.owner), Value::Of(moment.commit_no()), Value::Of(moment.recorded_at), last_seq,
                        last_accrual, last_change, Value::Of(std::span(hash))});
    if (!inserted) return inserted;
    return connection.Run(kMoveCommit,
                          {Value::Of(moment.commit_no()), Value::Of(std::span(hash)), last_seq, last_accrual,
                           Value::Of(moment.last_held + record.held()), last_change, Value::Of(moment.owner)});
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
                          .last_held = rows.Integer(0, kLock["last_held"]),
                          .last_change = rows.Integer(0, kLock["last_change"])};
}

Status Advance(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
               const facts::FactBlock& block) {
    if (!block.empty()) {
        auto inserted = InsertBlock(connection, moment.owner, moment.block_no(), moment.recorded_at, block);
        if (!inserted) return inserted;
        auto moved = connection.Run(kMoveBlock, {Value::Of(moment.block_no()), Value::Of(moment.recorded_at),
                                                 Value::Of(std::int64_t{block.click_count()}),
                                                 Value::Of(block.impression_times()), Value::Of(moment.owner)});
        if (!moved) return moved;
    }
    return record.empty() ? Status() : StoreCommit(connection, moment, record);
}

}  // namespace fairlead::ledger
