#pragma once

#include <span>
#include <vector>

#include "app/ports/outgoing/outbox.hpp"
#include "domain/outbox/mail.hpp"
#include "domain/outbox/webhook.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Reads and writes the table `outbox_messages`.

inline constexpr SqlText kMessageColumns(
    "created_at, position, destination_id, kind, type, player_id, event_seq, accrual, content, status, started_at,"
    " failures, attempts, next_attempt_at");

// The operator of a message, for conditions that should not choose the primary key: an index by destination or by
// status finds fewer rows.
inline constexpr SqlText kOfOperator("coalesce(operator_id, NULL)");

// Two queries: the first waiting messages of a destination after a place, and whether it has any. A test checks which
// index SQLite uses for them.
inline constexpr auto kWaitingMessages = "SELECT " + kMessageColumns +
                                         " FROM outbox_messages WHERE destination_id = $1 AND status = 0 AND"
                                         " (created_at > $2 OR (created_at = $2 AND position > $3)) AND " +
                                         kOfOperator + " = $4 ORDER BY created_at, position LIMIT $5";
inline constexpr auto kAnyWaitingMessage =
    "SELECT 1 FROM outbox_messages WHERE destination_id = $1 AND status = 0 AND " + kOfOperator + " = $2 LIMIT 1";

struct MessageRow {
    outbox::MessagePlace place;
    DestinationId destination;
    outbox::DestinationKind kind = outbox::DestinationKind::kPostback;
    std::string type;
    std::optional<PlayerId> player;
    std::int64_t event_seq = 0;  // 0: none.
    std::int64_t accrual = 0;
    std::string content;
    app::DeliveryStatus status = app::DeliveryStatus::kWaiting;
    Timestamp started_at;
    int failures = 0;
    std::int64_t attempts = 0;
    Timestamp next_attempt_at;
};
// A query must select these columns first.
MessageRow ReadMessageColumns(const ResultRows& rows, std::size_t row);

// Writes the messages that a commit causes, in the transaction of the commit. `first` is the position of the first
// message.
Status InsertMessages(Connection& connection, OperatorId owner, Timestamp created_at, std::int64_t first,
                      std::span<const outbox::Intent> intents);

// The same for notices. Each has its destination.
struct AddressedNotice {
    DestinationId destination;
    const outbox::Notice* notice = nullptr;
};
Status InsertNotices(Connection& connection, OperatorId owner, Timestamp created_at, std::int64_t first,
                     std::span<const AddressedNotice> notices);
// The same for mails.
Status InsertMails(Connection& connection, OperatorId owner, Timestamp created_at, std::int64_t first,
                   std::span<const outbox::SealedMail> mails);

// The first waiting messages of a destination after a place.
Result<std::vector<MessageRow>> ReadWaitingRows(Connection& connection, const app::LaneKey& lane,
                                                const outbox::MessagePlace& after, std::int64_t limit);
// The lanes that have a waiting message.
Result<std::vector<app::LaneKey>> FindLanesWithWaiting(Connection& connection, std::span<const app::LaneKey> lanes);

Result<std::optional<MessageRow>> FindMessage(Connection& connection, OperatorId owner,
                                              const outbox::MessagePlace& place);
// All messages of one commit.
Result<std::vector<MessageRow>> ReadMessagesOfCommit(Connection& connection, OperatorId owner, Timestamp created_at);

}  // namespace fairlead::ledger
