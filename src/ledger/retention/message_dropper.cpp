#include "ledger/retention/message_dropper.hpp"

#include <map>

#include "app/ports/outgoing/outbox.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kMessagesPerTurn = 1000;

constexpr Sql kOldMessages(
    "SELECT created_at, position, destination_id, status FROM outbox_messages WHERE operator_id = $1 AND"
    " created_at < $2 AND status <> 0 AND next_attempt_at < $2 ORDER BY created_at, position LIMIT $3");
constexpr Sql kDropAttempts("DELETE FROM outbox_attempts WHERE operator_id = $1 AND created_at = $2 AND position = $3");
constexpr Sql kDropMessage(
    "DELETE FROM outbox_messages WHERE operator_id = $1 AND created_at = $2 AND position = $3 AND status <> 0");
constexpr Sql kAddCounts(
    "INSERT INTO outbox_counts (operator_id, destination_id, delivered, failed) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (operator_id, destination_id) DO UPDATE SET delivered = outbox_counts.delivered + excluded.delivered,"
    " failed = outbox_counts.failed + excluded.failed");
constexpr Sql kMoveMark(
    "INSERT INTO outbox_marks (operator_id, dropped_before) VALUES ($1, $2)"
    " ON CONFLICT (operator_id) DO UPDATE SET dropped_before = excluded.dropped_before"
    " WHERE outbox_marks.dropped_before < excluded.dropped_before");

struct DroppedCounts {
    std::int64_t delivered = 0;
    std::int64_t failed = 0;
};

Result<std::int64_t> DropSomeMessages(Connection& connection, OperatorId owner, Timestamp before) {
    const auto rows =
        TRY(connection.Query(kOldMessages, {Value::Of(owner), Value::Of(before), Value::Of(kMessagesPerTurn)}));
    if (rows.empty()) return 0;
    ParameterRows keys(3);
    std::map<DestinationId, DroppedCounts> counts;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        keys.Add({Value::Of(owner), Value::Of(rows.Time(i, kOldMessages["created_at"])),
                  Value::Of(rows.Integer(i, kOldMessages["position"]))});
        DroppedCounts& own = counts[rows.Identifier<DestinationId>(i, kOldMessages["destination_id"])];
        const auto status = static_cast<app::DeliveryStatus>(rows.Integer(i, kOldMessages["status"]));
        ++(status == app::DeliveryStatus::kDelivered ? own.delivered : own.failed);
    }
    TRY(connection.RunEach(kDropAttempts, keys));
    TRY(connection.RunEach(kDropMessage, keys));
    for (const auto& [destination, dropped] : counts) {
        TRY(connection.Run(kAddCounts, {Value::Of(owner), Value::Of(destination), Value::Of(dropped.delivered),
                                        Value::Of(dropped.failed)}));
    }
    TRY(connection.Run(kMoveMark, {Value::Of(owner), Value::Of(before)}));
    return static_cast<std::int64_t>(rows.size());
}

}  // namespace

Result<std::int64_t> MessageDropper::Run(Timestamp before, const std::stop_token& stop) {
    std::int64_t all = 0;
    while (!stop.stop_requested()) {
        const auto dropped = TRY(TakeTurn(site_.writers, [&](Connection& connection) -> Result<std::int64_t> {
            return DropSomeMessages(connection, owner_, before);
        }));
        all += dropped;
        if (dropped < kMessagesPerTurn) break;
    }
    return all;
}

}  // namespace fairlead::ledger
