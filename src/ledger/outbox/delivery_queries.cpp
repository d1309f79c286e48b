#include "ledger/outbox/delivery_queries.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "domain/accruals/accrual.hpp"
#include "ledger/outbox/lane_rows.hpp"
#include "ledger/outbox/message_facts.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr auto kSelectDeliveries = "SELECT " + kMessageColumns + " FROM outbox_messages WHERE ";
constexpr SqlText kBefore(
    " AND (created_at < $2 OR (created_at = $2 AND position < $3)) AND created_at >= $4 ORDER BY created_at DESC,"
    " position DESC LIMIT $5");
// The statuses are part of the text, because the indexes are partial.
constexpr ComposedSql kDeliveriesOfOperator(kSelectDeliveries + "operator_id = $1" + kBefore);
constexpr ComposedSql kWaitingOfOperator(kSelectDeliveries + "operator_id = $1 AND status = 0" + kBefore);
constexpr ComposedSql kDeliveredOfOperator(kSelectDeliveries + "operator_id = $1 AND status = 1" + kBefore);
constexpr ComposedSql kFailedOfOperator("SELECT " + kMessageColumns +
                                        " FROM outbox_messages {by outbox_messages_failed} WHERE operator_id = $1"
                                        " AND status = 2" +
                                        kBefore);
constexpr auto kBeforeOfDestination =
    " AND (created_at < $2 OR (created_at = $2 AND position < $3)) AND created_at >= $4 AND " + kOfOperator +
    " = $5 ORDER BY created_at DESC, position DESC LIMIT $6";
constexpr ComposedSql kWaitingOfDestination(kSelectDeliveries + "destination_id = $1 AND status = 0" +
                                            kBeforeOfDestination);
constexpr ComposedSql kDeliveredOfDestination(kSelectDeliveries + "destination_id = $1 AND status <> 0 AND status = 1" +
                                              kBeforeOfDestination);
constexpr ComposedSql kFailedOfDestination(kSelectDeliveries + "destination_id = $1 AND status <> 0 AND status = 2" +
                                           kBeforeOfDestination);
constexpr Sql kCountRange(
    "SELECT count(*) FROM (SELECT position FROM outbox_messages WHERE operator_id = $1 AND created_at >= $2 AND"
    " created_at < $3 AND destination_id = $4 LIMIT $5) AS limited");
constexpr Sql kTimeOfEvent(
    "SELECT e.seq, e.recorded_at, r.recorded_at AS registered_in FROM events e JOIN players p ON"
    " p.operator_id = e.operator_id AND p.player_id = e.player_id LEFT JOIN events r ON r.operator_id = p.operator_id"
    " AND r.seq = p.registration_seq WHERE e.operator_id = $1 AND e.event_id = $2");
// When the event's player was given to another affiliate.
constexpr Sql kReassignedAt(
    "SELECT a.decided_at FROM events e JOIN attributions a ON a.operator_id = e.operator_id AND"
    " a.player_id = e.player_id WHERE e.operator_id = $1 AND e.event_id = $2 AND a.number > 1"
    " ORDER BY a.number DESC LIMIT $3");
// When commission for the event was recorded: also later, because of a rate that arrived or a reversal.
constexpr Sql kPaidAt(
    "SELECT DISTINCT recorded_at FROM accruals WHERE operator_id = $1 AND event_seq = $2 ORDER BY recorded_at DESC"
    " LIMIT $3");
constexpr std::int64_t kLaterCommitsReadMax = 100;
constexpr ComposedSql kCountWaiting(
    "SELECT count(*) AS waiting, min(created_at) AS oldest FROM (SELECT created_at FROM outbox_messages WHERE"
    " destination_id = $1 AND status = 0 AND " +
    kOfOperator + " = $2 ORDER BY created_at, position LIMIT $3) AS first_ones");
constexpr ComposedSql kCountFailed("SELECT count(*) FROM (SELECT position FROM outbox_messages WHERE " + kOfOperator +
                                   " = $1 AND status = 2 LIMIT $2) AS limited");
// The outcome of an attempt is stored only if `started_at` is still what it was when the message was read (see
// lane_rows.cpp). Each replay makes it greater, also if the node of the previous replay had a clock that is ahead.
constexpr SqlText kReplay(
    "UPDATE outbox_messages SET status = 0, failures = 0, next_attempt_at = $1,"
    " started_at = CASE WHEN started_at < $1 THEN $1 ELSE started_at + 1 END WHERE operator_id = $2 AND ");
constexpr ComposedSql kReplayOne(kReplay +
                                 "created_at = $3 AND position = $4 AND destination_id = $5 RETURNING position");
constexpr ComposedSql kReplayRange(kReplay +
                                   "created_at >= $3 AND created_at < $4 AND destination_id = $5 RETURNING position");

constexpr outbox::MessagePlace kAfterAll{Timestamp{std::numeric_limits<std::int64_t>::max()}, 0};

const Sql& OfOperator(const std::optional<app::DeliveryStatus>& status) {
    if (!status) return kDeliveriesOfOperator;
    switch (*status) {
        case app::DeliveryStatus::kWaiting: return kWaitingOfOperator;
        case app::DeliveryStatus::kDelivered: return kDeliveredOfOperator;
        case app::DeliveryStatus::kFailed: break;
    }
    return kFailedOfOperator;
}

// The page begins before the cursor and the end of the wanted time, whichever is earlier.
outbox::MessagePlace StartOf(const app::DeliveryQuery& query) {
    outbox::MessagePlace start = query.before.value_or(kAfterAll);
    if (query.to) start = std::min(start, outbox::MessagePlace{*query.to, 0});
    return start;
}

class DeliveryList {
public:
    DeliveryList(Connection& connection, const app::DeliveryQuery& query) : connection_(connection), query_(query) {}

    Result<app::DeliveryPage> Run() {
        auto rows = TRY(query_.event || query_.accrual ? ReadCaused() : ReadPlain());
        app::DeliveryPage page;
        if (rows.size() > query_.limit) {
            rows.resize(query_.limit);
            page.more_after = rows.back().place;
        }
        const auto causes = TRY(ReadMessageCauses(connection_, query_.owner, rows));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            page.items.push_back(TRY(RecordOf(rows[i], causes[i])));
        }
        return page;
    }

    Result<app::DeliveryRecord> RecordOf(const MessageRow& row, const MessageCause& cause) {
        app::DeliveryRecord record{.place = row.place,
                                   .destination = row.destination,
                                   .kind = row.kind,
                                   .type = row.type,
                                   .player = row.player,
                                   .event = cause.event,
                                   .accrual = cause.accrual,
                                   .is_share = cause.is_share,
                                   .status = row.status,
                                   .attempt_count = row.attempts,
                                   .next_attempt_at = row.next_attempt_at,
                                   .attempts = {}};
        record.attempts = TRY(ReadAttempts(connection_, query_.owner, row.place));
        return record;
    }

private:
    std::int64_t limit() const { return static_cast<std::int64_t>(query_.limit) + 1; }

    Result<std::vector<MessageRow>> ReadPlain() {
        if (!query_.destinations) return ReadOfOperator();
        std::vector<MessageRow> all;
        for (const DestinationId destination : *query_.destinations) {
            const auto more = TRY(ReadOfDestination(destination));
            all.insert(all.end(), more.begin(), more.end());
        }
        std::ranges::sort(all, std::greater<>(), &MessageRow::place);
        if (std::ssize(all) > limit()) all.resize(static_cast<std::size_t>(limit()));
        return all;
    }

    Result<std::vector<MessageRow>> ReadOfOperator() {
        const auto start = StartOf(query_);
        return Take(TRY(connection_.Query(
            OfOperator(query_.status), {Value::Of(query_.owner), Value::Of(start.created_at), Value::Of(start.position),
                                        Value::Of(query_.from.value_or(Timestamp{0})), Value::Of(limit())})));
    }

    Result<std::vector<MessageRow>> ReadOfDestination(DestinationId destination) {
        const auto start = StartOf(query_);
        const std::array<Value, 6> parameters{Value::Of(destination),    Value::Of(start.created_at),
                                              Value::Of(start.position), Value::Of(query_.from.value_or(Timestamp{0})),
                                              Value::Of(query_.owner),   Value::Of(limit())};
        std::vector<MessageRow> all;
        for (const auto& [status, sql] : OfDestination()) {
            if (query_.status && *query_.status != status) continue;
            auto rows = Take(TRY(connection_.Query(*sql, parameters)));
            all.insert(all.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
        }
        return all;
    }

    static std::array<std::pair<app::DeliveryStatus, const Sql*>, 3> OfDestination() {
        return {std::pair{app::DeliveryStatus::kWaiting, static_cast<const Sql*>(&kWaitingOfDestination)},
                std::pair{app::DeliveryStatus::kDelivered, static_cast<const Sql*>(&kDeliveredOfDestination)},
                std::pair{app::DeliveryStatus::kFailed, static_cast<const Sql*>(&kFailedOfDestination)}};
    }

    static std::vector<MessageRow> Take(const ResultRows& rows) {
        std::vector<MessageRow> messages;
        for (std::size_t i = 0; i < rows.size(); ++i) messages.push_back(ReadMessageColumns(rows, i));
        return messages;
    }

    // The number of the event, and the commits that may have written its messages.
    Result<std::int64_t> FindCommitsOfEvent(EventId event, std::vector<Timestamp>& commits) {
        const auto rows = TRY(connection_.Query(kTimeOfEvent, {Value::Of(query_.owner), Value::Of(event)}));
        if (rows.empty()) return 0;
        commits.push_back(rows.Time(0, kTimeOfEvent["recorded_at"]));
        if (!rows.IsNull(0, kTimeOfEvent["registered_in"])) {
            commits.push_back(rows.Time(0, kTimeOfEvent["registered_in"]));
        }
        const auto moves = TRY(connection_.Query(
            kReassignedAt, {Value::Of(query_.owner), Value::Of(event), Value::Of(kLaterCommitsReadMax)}));
        for (std::size_t i = 0; i < moves.size(); ++i) commits.push_back(moves.Time(i));
        const std::int64_t seq = rows.Integer(0, kTimeOfEvent["seq"]);
        const auto paid =
            TRY(connection_.Query(kPaidAt, {Value::Of(query_.owner), Value::Of(seq), Value::Of(kLaterCommitsReadMax)}));
        for (std::size_t i = 0; i < paid.size(); ++i) commits.push_back(paid.Time(i));
        return seq;
    }

    // The messages of one event or accrual. They were written by its commit, by that of the player's registration, when
    // the player was given to another affiliate, or when commission for the event was recorded later.
    Result<std::vector<MessageRow>> ReadCaused() {
        std::vector<Timestamp> commits;
        std::int64_t seq = 0;
        if (query_.event) {
            seq = TRY(FindCommitsOfEvent(*query_.event, commits));
        } else {
            const std::int64_t number = commission::NumberIn(*query_.accrual);
            const auto known = TRY(ReadAccrualTime(number));
            if (known) commits.push_back(*known);
        }
        std::ranges::sort(commits, std::greater<>());
        commits.erase(std::ranges::unique(commits).begin(), commits.end());
        std::vector<MessageRow> messages;
        for (const Timestamp commit : commits) {
            for (MessageRow& row : TRY(ReadMessagesOfCommit(connection_, query_.owner, commit))) {
                if (IsWanted(row, seq)) messages.push_back(std::move(row));
            }
        }
        std::ranges::sort(messages, std::greater<>(), &MessageRow::place);
        return messages;
    }

    Result<std::optional<Timestamp>> ReadAccrualTime(std::int64_t number);

    bool IsWanted(const MessageRow& row, std::int64_t seq) const {
        const bool of_event = query_.event && seq != 0 && row.event_seq == seq;
        const bool of_accrual = query_.accrual && row.accrual == commission::NumberIn(*query_.accrual);
        const bool of_destination = !query_.destinations || std::ranges::find(*query_.destinations, row.destination) !=
                                                                query_.destinations->end();
        const Timestamp created_at = row.place.created_at;
        const bool in_time = (!query_.before || row.place < *query_.before) &&
                             (!query_.from || created_at >= *query_.from) && (!query_.to || created_at < *query_.to);
        return (of_event || of_accrual) && of_destination && in_time &&
               (!query_.status || row.status == *query_.status);
    }

    Connection& connection_;
    const app::DeliveryQuery& query_;
};

constexpr Sql kTimeOfAccrual("SELECT recorded_at FROM accruals WHERE operator_id = $1 AND number = $2");

Result<std::optional<Timestamp>> DeliveryList::ReadAccrualTime(std::int64_t number) {
    const auto rows = TRY(connection_.Query(kTimeOfAccrual, {Value::Of(query_.owner), Value::Of(number)}));
    if (rows.empty()) return std::nullopt;
    const Timestamp time = rows.Time(0);
    const bool same = commission::AccrualIdOf(query_.owner, number, time) == *query_.accrual;
    return same ? std::optional(time) : std::nullopt;
}

std::unexpected<Error> NoSuchMessage() { return Fail(ErrorCode::kNotFound, "there is no such delivery"); }

}  // namespace

Result<app::DeliveryPage> ReadDeliveryPage(Connection& connection, const app::DeliveryQuery& query) {
    return DeliveryList(connection, query).Run();
}

Result<app::DeliveryRecord> ReadDelivery(Connection& connection, OperatorId owner, MessageId id) {
    const auto row = TRY(FindMessage(connection, owner, outbox::PlaceIn(id)));
    if (!row || outbox::MessageIdOf(row->destination, row->place) != id) return NoSuchMessage();
    const auto causes = TRY(ReadMessageCauses(connection, owner, std::span(&*row, 1)));
    const app::DeliveryQuery query{.owner = owner};
    return DeliveryList(connection, query).RecordOf(*row, causes.front());
}

Result<app::OutboxHealth> ReadOutboxHealth(Connection& connection, OperatorId owner,
                                           std::span<const DestinationId> destinations) {
    app::OutboxHealth health;
    for (const DestinationId destination : destinations) {
        const auto rows = TRY(connection.Query(
            kCountWaiting, {Value::Of(destination), Value::Of(owner), Value::Of(app::OutboxHealth::kWaitingCountMax)}));
        const std::int64_t waiting = rows.Integer(0, kCountWaiting["waiting"]);
        if (waiting > 0) health.waiting.push_back({destination, waiting, rows.Time(0, kCountWaiting["oldest"])});
    }
    const auto failed =
        TRY(connection.Query(kCountFailed, {Value::Of(owner), Value::Of(app::OutboxHealth::kWaitingCountMax)}));
    health.failed = failed.Integer(0);
    return health;
}

Status ReplayMessage(Connection& connection, OperatorId owner, MessageId id, Timestamp now) {
    const auto place = outbox::PlaceIn(id);
    const auto row = TRY(FindMessage(connection, owner, place));
    if (!row || outbox::MessageIdOf(row->destination, row->place) != id) return NoSuchMessage();
    TRY(connection.Query(kReplayOne, {Value::Of(now), Value::Of(owner), Value::Of(place.created_at),
                                      Value::Of(place.position), Value::Of(row->destination)}));
    return {};
}

Result<std::int64_t> ReplayMessages(Connection& connection, const app::ReplayRange& range, Timestamp now) {
    const auto count =
        TRY(connection.Query(kCountRange, {Value::Of(range.owner), Value::Of(range.from), Value::Of(range.to),
                                           Value::Of(range.destination), Value::Of(app::kReplayedMax + 1)}));
    if (count.Integer(0) > app::kReplayedMax) {
        return Fail(
            ErrorCode::kInvalidValue,
            "more than " + std::to_string(app::kReplayedMax) + " messages are in this time range. Choose a shorter one",
            "/to");
    }
    const auto rows = TRY(connection.Query(kReplayRange, {Value::Of(now), Value::Of(range.owner), Value::Of(range.from),
                                                          Value::Of(range.to), Value::Of(range.destination)}));
    return static_cast<std::int64_t>(rows.size());
}

}  // namespace fairlead::ledger
