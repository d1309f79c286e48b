#include "ledger/operator_moment.hpp"

#include <algorithm>

#include "ledger/fact_block_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kLock("SELECT last_seq, last_block, last_recorded_at FROM operators WHERE operator_id = $1 {for_update}");
constexpr Sql kMoveOn(
    "UPDATE operators SET last_seq = $1, last_block = $2, last_recorded_at = $3, click_total = click_total + $4,"
    " impression_total = impression_total + $5 WHERE operator_id = $6");

}  // namespace

Result<OperatorMoment> LockOperator(Session& session, OperatorId owner) {
    const auto rows = session.Query(kLock, {Value::Of(owner)});
    if (!rows) return std::unexpected(rows.error());
    if (rows->empty()) return Fail(ErrorCode::kNotFound, "the operator does not exist");
    return OperatorMoment{.owner = owner,
                          .last_seq = rows->Integer(0, 0),
                          .last_block = rows->Integer(0, 1),
                          .recorded_at = std::max(Now(), Timestamp{rows->Integer(0, 2) + 1})};
}

Status Advance(Session& session, const OperatorMoment& moment, std::int64_t events_added,
               const facts::FactBlock& block) {
    if (events_added == 0 && block.empty()) return {};
    if (!block.empty()) {
        auto inserted = InsertBlock(session, moment.owner, moment.block_no(), moment.recorded_at, block);
        if (!inserted) return inserted;
    }
    const std::int64_t last_block = block.empty() ? moment.last_block : moment.block_no();
    return session.Run(kMoveOn, {Value::Of(moment.last_seq + events_added), Value::Of(last_block),
                                 Value::Of(moment.recorded_at), Value::Of(std::int64_t{block.click_count()}),
                                 Value::Of(block.impression_times()), Value::Of(moment.owner)});
}

}  // namespace fairlead::ledger
