#include "ledger/outbox/lane_rows.hpp"

#include <algorithm>
#include <map>

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kAttemptsShownMax = 50;

constexpr SqlText kHealthColumns("failures, failing_since, next_try_at");
// A row of this node is renewed even if its lease is over: another node that had it would have written its own id.
constexpr ComposedSql kRenewLease(
    "UPDATE outbox_lanes SET leased_until = {server_clock} + $1"
    " WHERE operator_id = $2 AND destination_id = $3 AND node = $4 RETURNING " +
    kHealthColumns);
// A row of another node is taken if its lease is over. The server's clock is 0 on an engine that only one process uses,
// where every lease is this process's: its node is always the same.
constexpr ComposedSql kTakeLease(
    "INSERT INTO outbox_lanes (operator_id, destination_id, node, leased_until, failures, failing_since, next_try_at)"
    " VALUES ($1, $2, $3, {server_clock} + $4, 0, NULL, 0)"
    " ON CONFLICT (operator_id, destination_id) DO UPDATE SET node = excluded.node, leased_until = "
    "excluded.leased_until"
    " WHERE outbox_lanes.leased_until < {server_clock} RETURNING " +
    kHealthColumns);
constexpr Sql kReleaseLane(
    "UPDATE outbox_lanes SET leased_until = 0 WHERE operator_id = $1 AND destination_id = $2 AND node = $3");
constexpr Sql kStoreHealth(
    "UPDATE outbox_lanes SET failures = $1, failing_since = $2, next_try_at = $3"
    " WHERE operator_id = $4 AND destination_id = $5");
constexpr SqlText kAttemptColumns("number, at, status, duration_ms, error, address, answer");
constexpr Sql kInsertAttempt(
    "INSERT INTO outbox_attempts (operator_id, created_at, position, number, at, status, duration_ms, error, address,"
    " answer) SELECT operator_id, created_at, position, attempts + 1, CAST($1 AS BIGINT),"
    " CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT) FROM outbox_messages"
    " WHERE operator_id = $7 AND created_at = $8 AND position = $9");
// A message that another node has delivered stays delivered. One that has failed since it was sent does not wait again:
// its schedule was deleted, and nobody would send it. A message that a person has replayed since it was sent waits
// again: the outcome belongs to the round before. Nodes compare rounds for equality, so their clocks may differ.
constexpr Sql kStoreOutcome(
    "UPDATE outbox_messages SET attempts = attempts + 1,"
    " status = CASE WHEN status = 1 OR started_at <> $1 OR (status = 2 AND CAST($2 AS BIGINT) = 0) THEN status"
    " ELSE CAST($2 AS BIGINT) END,"
    " failures = CASE WHEN started_at <> $1 THEN failures ELSE failures + CAST($3 AS BIGINT) END,"
    " next_attempt_at = CASE WHEN started_at <> $1 THEN next_attempt_at ELSE CAST($4 AS BIGINT) END"
    " WHERE operator_id = $5 AND created_at = $6 AND position = $7 RETURNING started_at, status");
constexpr ComposedSql kSelectAttempts("SELECT " + kAttemptColumns +
                                      " FROM outbox_attempts WHERE operator_id = $1 AND created_at = $2 AND"
                                      " position = $3 ORDER BY number DESC LIMIT $4");

app::DeliveryStatus StatusAfter(outbox::Fate fate) {
    switch (fate) {
        case outbox::Fate::kDelivered: return app::DeliveryStatus::kDelivered;
        case outbox::Fate::kWaits: return app::DeliveryStatus::kWaiting;
        case outbox::Fate::kFailed: break;
    }
    return app::DeliveryStatus::kFailed;
}

Status InsertAttempts(Connection& connection, std::span<const app::AttemptResult> results) {
    ParameterRows rows(9);
    for (const app::AttemptResult& result : results) {
        rows.Add({Value::Of(result.at), Value::Of(std::int64_t{result.status}), Value::Of(result.duration_ms),
                  Value::TextOrNull(result.error), Text(result.address), Value::TextOrNull(result.answer),
                  Value::Of(result.lane.owner), Value::Of(result.place.created_at), Value::Of(result.place.position)});
    }
    return connection.RunEach(kInsertAttempt, rows);
}

Result<std::vector<app::ChangedDuringAttempt>> StoreOutcomes(Connection& connection,
                                                             std::span<const app::AttemptResult> results) {
    ParameterRows rows(7);
    for (const app::AttemptResult& result : results) {
        const bool failed = result.verdict.fate != outbox::Fate::kDelivered;
        rows.Add({Value::Of(result.round), Value::Of(static_cast<std::int64_t>(StatusAfter(result.verdict.fate))),
                  Flag(failed), Value::Of(failed ? result.verdict.next_attempt_at : result.at),
                  Value::Of(result.lane.owner), Value::Of(result.place.created_at), Value::Of(result.place.position)});
    }
    const auto stored = TRY(connection.QueryEach(kStoreOutcome, rows));
    std::vector<app::ChangedDuringAttempt> changed;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const std::size_t attempt = stored.SourceOf(i);
        const app::AttemptResult& result = results[attempt];
        const Timestamp round = stored.Time(i, kStoreOutcome["started_at"]);
        const auto status = static_cast<app::DeliveryStatus>(stored.Integer(i, kStoreOutcome["status"]));
        const bool waits = status == app::DeliveryStatus::kWaiting;
        if (waits && round != result.round) changed.push_back({attempt, round});
        if (!waits && status != StatusAfter(result.verdict.fate)) changed.push_back({attempt, std::nullopt});
    }
    return changed;
}

outbox::LaneHealth ReadHealth(const ResultRows& rows) {
    outbox::LaneHealth health;
    health.failures = static_cast<int>(rows.Integer(0, kHealthColumns["failures"]));
    health.failing_since = ReadOptionalTime(rows, 0, kHealthColumns["failing_since"]);
    health.next_try_at = rows.Time(0, kHealthColumns["next_try_at"]);
    return health;
}

// One row per destination, in the order of their keys, so that two nodes never wait for each other in a circle.
Status StoreHealths(Connection& connection, std::span<const app::AttemptResult> results) {
    std::map<app::LaneKey, const outbox::LaneHealth*> last;
    for (const app::AttemptResult& result : results) last[result.lane] = &result.health;
    ParameterRows rows(5);
    for (const auto& [key, health] : last) {
        rows.Add({Value::Of(std::int64_t{health->failures}), TimeOrNull(health->failing_since),
                  Value::Of(std::max(health->next_try_at, health->left_alone_until)), Value::Of(key.owner),
                  Value::Of(key.destination)});
    }
    return connection.RunEach(kStoreHealth, rows);
}

}  // namespace

Result<std::vector<app::LeasedLane>> LeaseLanes(Connection& connection, NodeId node,
                                                std::span<const app::LaneKey> lanes, std::int64_t micros) {
    std::vector<app::LaneKey> sorted(lanes.begin(), lanes.end());
    std::ranges::sort(sorted);
    std::vector<app::LeasedLane> leased;
    for (const app::LaneKey& key : sorted) {
        const auto renewed = TRY(connection.Query(
            kRenewLease, {Value::Of(micros), Value::Of(key.owner), Value::Of(key.destination), Value::Of(node)}));
        if (!renewed.empty()) {
            leased.push_back({.key = key, .health = ReadHealth(renewed), .is_renewal = true});
            continue;
        }
        const auto taken = TRY(connection.Query(
            kTakeLease, {Value::Of(key.owner), Value::Of(key.destination), Value::Of(node), Value::Of(micros)}));
        if (!taken.empty()) leased.push_back({.key = key, .health = ReadHealth(taken), .is_renewal = false});
    }
    return leased;
}

Status ReleaseLanes(Connection& connection, NodeId node, std::span<const app::LaneKey> lanes) {
    ParameterRows rows(3);
    for (const app::LaneKey& lane : lanes) {
        rows.Add({Value::Of(lane.owner), Value::Of(lane.destination), Value::Of(node)});
    }
    return connection.RunEach(kReleaseLane, rows);
}

Result<std::vector<app::ChangedDuringAttempt>> RecordAttempts(Connection& connection,
                                                              std::span<const app::AttemptResult> results) {
    TRY(InsertAttempts(connection, results));
    auto changed = TRY(StoreOutcomes(connection, results));
    TRY(StoreHealths(connection, results));
    return changed;
}

Result<std::vector<app::Attempt>> ReadAttempts(Connection& connection, OperatorId owner,
                                               const outbox::MessagePlace& place) {
    const auto rows = TRY(connection.Query(kSelectAttempts, {Value::Of(owner), Value::Of(place.created_at),
                                                             Value::Of(place.position), Value::Of(kAttemptsShownMax)}));
    std::vector<app::Attempt> attempts;
    for (std::size_t i = rows.size(); i-- > 0;) {
        attempts.push_back({.at = rows.Time(i, kAttemptColumns["at"]),
                            .status = static_cast<int>(rows.Integer(i, kAttemptColumns["status"])),
                            .duration_ms = rows.Integer(i, kAttemptColumns["duration_ms"]),
                            .error = rows.String(i, kAttemptColumns["error"]),
                            .address = rows.String(i, kAttemptColumns["address"]),
                            .answer = rows.String(i, kAttemptColumns["answer"])});
    }
    return attempts;
}

}  // namespace fairlead::ledger
