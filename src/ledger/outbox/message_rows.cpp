#include "ledger/outbox/message_rows.hpp"

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr auto kInsertedMessageColumns = "operator_id, " + kMessageColumns;
constexpr ComposedSql kInsertMessage(InsertInto("outbox_messages", kInsertedMessageColumns));
constexpr auto kSelectMessages = "SELECT " + kMessageColumns + " FROM outbox_messages WHERE ";
constexpr ComposedSql kSelectWaitingMessages(kWaitingMessages);
constexpr ComposedSql kHasWaiting(kAnyWaitingMessage);
constexpr ComposedSql kSelectMessage(kSelectMessages + "operator_id = $1 AND created_at = $2 AND position = $3");
constexpr ComposedSql kSelectOfCommit(kSelectMessages + "operator_id = $1 AND created_at = $2 ORDER BY position");

Value CauseOrNull(std::int64_t number) { return number == 0 ? Value::Null() : Value::Of(number); }

}  // namespace

MessageRow ReadMessageColumns(const ResultRows& rows, std::size_t row) {
    return {.place = {rows.Time(row, kMessageColumns["created_at"]), rows.Integer(row, kMessageColumns["position"])},
            .destination = rows.Identifier<DestinationId>(row, kMessageColumns["destination_id"]),
            .kind = FromName<outbox::DestinationKind>(outbox::kDestinationKindNames,
                                                      rows.Text(row, kMessageColumns["kind"])),
            .type = rows.String(row, kMessageColumns["type"]),
            .player = ReadId<PlayerId>(rows, row, kMessageColumns["player_id"]),
            .event_seq = rows.Integer(row, kMessageColumns["event_seq"]),
            .accrual = rows.Integer(row, kMessageColumns["accrual"]),
            .content = rows.String(row, kMessageColumns["content"]),
            .status = static_cast<app::DeliveryStatus>(rows.Integer(row, kMessageColumns["status"])),
            .started_at = rows.Time(row, kMessageColumns["started_at"]),
            .failures = static_cast<int>(rows.Integer(row, kMessageColumns["failures"])),
            .attempts = rows.Integer(row, kMessageColumns["attempts"]),
            .next_attempt_at = rows.Time(row, kMessageColumns["next_attempt_at"])};
}

Status InsertMessages(Connection& connection, OperatorId owner, Timestamp created_at, std::int64_t first,
                      std::span<const outbox::Intent> intents) {
    ParameterRows rows(kInsertedMessageColumns.column_count());
    rows.Reserve(intents.size());
    const Value zero = Value::Of(std::int64_t{0});
    for (const outbox::Intent& intent : intents) {
        rows.Add({Value::Of(owner), Value::Of(created_at), Value::Of(first++), Value::Of(intent.destination),
                  NameValue(outbox::kDestinationKindNames, outbox::KindOf(intent.trigger)),
                  Value::Of(outbox::Name(intent.trigger)), IdOrNull(intent.player), CauseOrNull(intent.event_seq),
                  CauseOrNull(intent.accrual), Value::Null(), zero, Value::Of(created_at), zero, zero,
                  Value::Of(created_at)});
    }
    return connection.RunEach(kInsertMessage, rows);
}

Status InsertNotices(Connection& connection, OperatorId owner, Timestamp created_at, std::int64_t first,
                     std::span<const AddressedNotice> notices) {
    ParameterRows rows(kInsertedMessageColumns.column_count());
    const Value zero = Value::Of(std::int64_t{0});
    for (const AddressedNotice& each : notices) {
        rows.Add({Value::Of(owner), Value::Of(created_at), Value::Of(first++), Value::Of(each.destination),
                  NameValue(outbox::kDestinationKindNames, outbox::DestinationKind::kWebhook),
                  Value::Of(outbox::Name(each.notice->type)), Value::Null(), Value::Null(), Value::Null(),
                  Text(each.notice->data), zero, Value::Of(created_at), zero, zero, Value::Of(created_at)});
    }
    return connection.RunEach(kInsertMessage, rows);
}

Status InsertMails(Connection& connection, OperatorId owner, Timestamp created_at, std::int64_t first,
                   std::span<const outbox::SealedMail> mails) {
    ParameterRows rows(kInsertedMessageColumns.column_count());
    const Value zero = Value::Of(std::int64_t{0});
    const auto destination = outbox::MailDestination(owner);
    for (const outbox::SealedMail& mail : mails) {
        rows.Add({Value::Of(owner), Value::Of(created_at), Value::Of(first++), Value::Of(destination),
                  NameValue(outbox::kDestinationKindNames, outbox::DestinationKind::kMail),
                  Value::Of(outbox::Name(mail.type)), Value::Null(), Value::Null(), Value::Null(), Text(mail.content),
                  zero, Value::Of(created_at), zero, zero, Value::Of(created_at)});
    }
    return connection.RunEach(kInsertMessage, rows);
}

Result<std::vector<MessageRow>> ReadWaitingRows(Connection& connection, const app::LaneKey& lane,
                                                const outbox::MessagePlace& after, std::int64_t limit) {
    const auto rows = TRY(
        connection.Query(kSelectWaitingMessages, {Value::Of(lane.destination), Value::Of(after.created_at),
                                                  Value::Of(after.position), Value::Of(lane.owner), Value::Of(limit)}));
    std::vector<MessageRow> messages;
    for (std::size_t i = 0; i < rows.size(); ++i) messages.push_back(ReadMessageColumns(rows, i));
    return messages;
}

Result<std::vector<app::LaneKey>> FindLanesWithWaiting(Connection& connection, std::span<const app::LaneKey> lanes) {
    ParameterRows parameters(2);
    for (const app::LaneKey& lane : lanes) parameters.Add({Value::Of(lane.destination), Value::Of(lane.owner)});
    const auto rows = TRY(connection.QueryEach(kHasWaiting, parameters));
    std::vector<app::LaneKey> waiting;
    for (std::size_t i = 0; i < rows.size(); ++i) waiting.push_back(lanes[rows.SourceOf(i)]);
    return waiting;
}

Result<std::optional<MessageRow>> FindMessage(Connection& connection, OperatorId owner,
                                              const outbox::MessagePlace& place) {
    const auto rows = TRY(
        connection.Query(kSelectMessage, {Value::Of(owner), Value::Of(place.created_at), Value::Of(place.position)}));
    if (rows.empty()) return std::nullopt;
    return ReadMessageColumns(rows, 0);
}

Result<std::vector<MessageRow>> ReadMessagesOfCommit(Connection& connection, OperatorId owner, Timestamp created_at) {
    const auto rows = TRY(connection.Query(kSelectOfCommit, {Value::Of(owner), Value::Of(created_at)}));
    std::vector<MessageRow> messages;
    for (std::size_t i = 0; i < rows.size(); ++i) messages.push_back(ReadMessageColumns(rows, i));
    return messages;
}

}  // namespace fairlead::ledger
