#include "ledger/queries/health_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kFeeds(
    "SELECT brand_id, event_type, last_event_time, last_recorded_at, count FROM feeds WHERE operator_id = $1"
    " ORDER BY brand_id, event_type");
constexpr Sql kDifferenceCount(
    "SELECT CAST(coalesce(sum(count), 0) AS BIGINT) FROM event_differences WHERE operator_id = $1");
constexpr Sql kDifferences(
    "SELECT event_id, idempotency_key, first_seen, last_seen, count FROM event_differences WHERE operator_id = $1"
    " ORDER BY last_seen DESC, event_id DESC LIMIT $2");
constexpr Sql kAnomalyCount("SELECT count(*) FROM anomalies WHERE operator_id = $1");
constexpr Sql kAnomalies(
    "SELECT kind, player_id, event_id, recorded_at FROM anomalies WHERE operator_id = $1 ORDER BY seq DESC LIMIT $2");

constexpr Sql kUnpriced(
    "SELECT from_currency, to_currency, count(*), min(event_time) FROM held_accruals WHERE operator_id = $1"
    " GROUP BY from_currency, to_currency ORDER BY from_currency, to_currency");
constexpr Sql kTracking("SELECT click_total, impression_total FROM operators WHERE operator_id = $1");

// Runs the query and hands each row to `read`.
template <class Read>
Status ForEachRow(Connection& connection, const Sql& sql, std::initializer_list<Value> parameters, Read read) {
    const auto rows = TRY(connection.Query(sql, parameters));
    for (std::size_t i = 0; i < rows.size(); ++i) read(rows, i);
    return {};
}

}  // namespace

Result<app::FeedHealth> ReadFeedHealth(Connection& connection, OperatorId owner) {
    app::FeedHealth health;
    const Value operator_id = Value::Of(owner);
    const Value most = Value::Of(std::int64_t{app::kHealthListMax});
    Status done = ForEachRow(connection, kFeeds, {operator_id}, [&](const ResultRows& rows, std::size_t i) {
        health.feeds.push_back(
            {rows.Identifier<BrandId>(i, 0), rows.String(i, 1), rows.Time(i, 2), rows.Time(i, 3), rows.Integer(i, 4)});
    });
    if (done) {
        done = ForEachRow(connection, kDifferenceCount, {operator_id},
                          [&](const ResultRows& rows, std::size_t i) { health.difference_count = rows.Integer(i, 0); });
    }
    if (done) {
        done = ForEachRow(connection, kDifferences, {operator_id, most}, [&](const ResultRows& rows, std::size_t i) {
            health.differences.push_back({rows.Identifier<EventId>(i, 0), rows.String(i, 1), rows.Time(i, 2),
                                          rows.Time(i, 3), rows.Integer(i, 4)});
        });
    }
    if (done) {
        done = ForEachRow(connection, kAnomalyCount, {operator_id},
                          [&](const ResultRows& rows, std::size_t i) { health.anomaly_count = rows.Integer(i, 0); });
    }
    if (done) {
        done = ForEachRow(connection, kAnomalies, {operator_id, most}, [&](const ResultRows& rows, std::size_t i) {
            health.anomalies.push_back(
                {rows.String(i, 0), rows.Identifier<PlayerId>(i, 1), rows.Identifier<EventId>(i, 2), rows.Time(i, 3)});
        });
    }
    if (done) {
        done = ForEachRow(connection, kUnpriced, {operator_id}, [&](const ResultRows& rows, std::size_t i) {
            health.unpriced.push_back({*Currency::Parse(rows.Text(i, 0)), *Currency::Parse(rows.Text(i, 1)),
                                       rows.Integer(i, 2), rows.Time(i, 3)});
        });
    }
    if (done) {
        done = ForEachRow(connection, kTracking, {operator_id}, [&](const ResultRows& rows, std::size_t i) {
            health.click_total = rows.Integer(i, 0);
            health.impression_total = rows.Integer(i, 1);
        });
    }
    if (!done) return std::unexpected(done.error());
    return health;
}

}  // namespace fairlead::ledger
