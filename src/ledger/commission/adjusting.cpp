#include "ledger/commission/adjusting.hpp"

#include "base/text/json_text.hpp"
#include "ledger/record/adjustment_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/seal_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/request_keys.hpp"

namespace fairlead::ledger {
namespace {

Result<app::AdjustmentRecord> FindKnownAdjustment(Connection& connection, OperatorId owner, AdjustmentId id) {
    auto found = TRY(FindAdjustment(connection, owner, id));
    if (!found) return Fail(ErrorCode::kNotFound, "there is no such adjustment");
    return *std::move(found);
}

std::string AdjustmentAuditText(const app::AdjustmentRecord& record) {
    std::string text = R"({"affiliateId":")" + record.affiliate.ToString() + R"(","amount":")" +
                       record.money.amount.ToString() + R"(","currency":")" +
                       std::string(record.money.currency.code()) + R"(","reason":)";
    AppendJsonString(text, record.reason);
    if (record.reverses) text += R"(,"reverses":")" + record.reverses->ToString() + '"';
    return text + "}";
}

Status StoreAdjustment(LockedOperator& locked, const app::AdjustmentRecord& record) {
    OperatorTransaction& transaction = locked.transaction();
    const OperatorId owner = transaction.moment.owner;
    const commission::Change change =
        commission::Adjusted{record.id, record.affiliate, record.money, record.reason, record.actor, record.reverses};
    const app::AuditEntry audit{.actor = record.actor,
                                .action = record.reverses ? "adjustment.reverse" : "adjustment.create",
                                .subject = "adjustment/" + record.id.ToString(),
                                .before = {},
                                .after = AdjustmentAuditText(record)};
    return InOrder(
        [&] { return locked.StoreChanges(std::span(&change, 1)); },
        [&] { return InsertAdjustment(transaction.connection, owner, record, transaction.moment.commit_no()); },
        [&] {
            return SealOne(transaction.connection, transaction.moment, transaction.record, SealedKind::kAdjustment,
                           {record.id.uuid, 0});
        },
        [&] { return InsertAudit(transaction.connection, transaction.moment, transaction.record, audit); });
}

}  // namespace

Result<app::AdjustmentRecord> Adjust(LockedOperator& locked, const app::AdjustmentRequest& request) {
    OperatorTransaction& transaction = locked.transaction();
    app::AdjustmentRecord record{.id = AdjustmentId::New(),
                                 .affiliate = request.affiliate,
                                 .money = request.money,
                                 .reason = request.reason,
                                 .actor = request.actor,
                                 .made_at = transaction.moment.recorded_at};
    const auto earlier = TRY(UseRequestKey(transaction.connection, request.owner, request.key, record.id.ToString(),
                                           transaction.moment.recorded_at));
    if (earlier) {
        return FindKnownAdjustment(transaction.connection, request.owner,
                                   AdjustmentId::Parse(*earlier).value_or(AdjustmentId()));
    }
    TRY(StoreAdjustment(locked, record));
    return record;
}

Result<app::AdjustmentRecord> ReverseAdjustment(LockedOperator& locked, const app::AdjustmentReversal& reversal) {
    OperatorTransaction& transaction = locked.transaction();
    Connection& connection = transaction.connection;
    app::AdjustmentRecord record{.id = AdjustmentId::New(),
                                 .affiliate = {},
                                 .money = {Decimal(), *Currency::Parse("EUR")},
                                 .reason = reversal.reason,
                                 .actor = reversal.actor,
                                 .made_at = transaction.moment.recorded_at,
                                 .reverses = reversal.adjustment};
    const auto earlier = TRY(
        UseRequestKey(connection, reversal.owner, reversal.key, record.id.ToString(), transaction.moment.recorded_at));
    if (earlier) {
        return FindKnownAdjustment(connection, reversal.owner, AdjustmentId::Parse(*earlier).value_or(AdjustmentId()));
    }
    const auto reversed = TRY(FindKnownAdjustment(connection, reversal.owner, reversal.adjustment));
    if (reversed.reversed_by) return Fail(ErrorCode::kConflict, "the adjustment is already reversed");
    if (reversed.reverses) return Fail(ErrorCode::kConflict, "a reversal cannot be reversed. Make a new adjustment");
    record.affiliate = reversed.affiliate;
    record.money = -reversed.money;
    TRY(StoreAdjustment(locked, record));
    return record;
}

}  // namespace fairlead::ledger
