#include "ledger/queries/health_rows.hpp"

#include "ledger/sql/columns.hpp"

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
    "SELECT from_currency, to_currency, count(*) AS unpriced_count, min(event_time) AS first_event_time FROM "
    "held_accruals "
    "WHERE operator_id = $1"
    " GROUP BY from_currency, to_currency ORDER BY from_currency, to_currency");
constexpr Sql kNearMisses(
    "SELECT brand_id, sent, meant, event_id, first_seen, last_seen, count FROM near_misses WHERE operator_id = $1"
    " ORDER BY last_seen DESC, brand_id, meant LIMIT $2");
constexpr Sql kAttributed(
    "SELECT brand_id, proof, count FROM attribution_counts WHERE operator_id = $1 ORDER BY brand_id, proof");
constexpr Sql kTracking("SELECT click_total, impression_total FROM operators WHERE operator_id = $1");
constexpr Sql kOnlyCounted(
    "SELECT CAST(coalesce(sum(bot_count + limited_count), 0) AS BIGINT) FROM visit_sums WHERE operator_id = $1");

// Runs the query and calls `read` with each row.
template <class Read>
Status ForEachRow(Connection& connection, const Sql& sql, std::initializer_list<Value> parameters, Read read) {
    const auto rows = TRY(connection.Query(sql, parameters));
    for (std::size_t i = 0; i < rows.size(); ++i) read(rows, i);
    return {};
}

void AddAttributed(BrandId brand, std::string_view proof, std::int64_t count, app::FeedHealth& health) {
    if (health.attributed.empty() || health.attributed.back().brand != brand) health.attributed.push_back({brand});
    app::FeedHealth::Attributed& counts = health.attributed.back();
    if (proof == "direct") counts.direct = count;
    if (proof == "withEvidence") counts.with_evidence = count;
    if (proof == "withoutEvidence") counts.without_evidence = count;
    if (proof == "organic") counts.organic = count;
}

Status ReadAttributed(Connection& connection, const Value& owner, app::FeedHealth& health) {
    return ForEachRow(connection, kAttributed, {owner}, [&](const ResultRows& rows, std::size_t i) {
        AddAttributed(rows.Identifier<BrandId>(i, kAttributed["brand_id"]), rows.Text(i, kAttributed["proof"]),
                      rows.Integer(i, kAttributed["count"]), health);
    });
}

Status ReadNearMisses(Connection& connection, const Value& owner, const Value& most, app::FeedHealth& health) {
    return ForEachRow(connection, kNearMisses, {owner, most}, [&](const ResultRows& rows, std::size_t i) {
        health.near_misses.push_back({rows.Identifier<BrandId>(i, kNearMisses["brand_id"]),
                                      rows.String(i, kNearMisses["sent"]), rows.String(i, kNearMisses["meant"]),
                                      rows.Identifier<EventId>(i, kNearMisses["event_id"]),
                                      rows.Time(i, kNearMisses["first_seen"]), rows.Time(i, kNearMisses["last_seen"]),
                                      rows.Integer(i, kNearMisses["count"])});
    });
}

Status ReadVisitTotals(Connection& connection, const Value& owner, app::FeedHealth& health) {
    TRY(ForEachRow(connection, kTracking, {owner}, [&](const ResultRows& rows, std::size_t i) {
        health.click_total = rows.Integer(i, kTracking["click_total"]);
        health.impression_total = rows.Integer(i, kTracking["impression_total"]);
    }));
    return ForEachRow(connection, kOnlyCounted, {owner},
                      [&](const ResultRows& rows, std::size_t i) { health.only_counted_total = rows.Integer(i); });
}

}  // namespace

Result<app::FeedHealth> ReadFeedHealth(Connection& connection, OperatorId owner) {
    app::FeedHealth health;
    const Value operator_id = Value::Of(owner);
    const Value most = Value::Of(std::int64_t{app::kHealthListMax});
    Status done = ForEachRow(connection, kFeeds, {operator_id}, [&](const ResultRows& rows, std::size_t i) {
        health.feeds.push_back({rows.Identifier<BrandId>(i, kFeeds["brand_id"]), rows.String(i, kFeeds["event_type"]),
                                rows.Time(i, kFeeds["last_event_time"]), rows.Time(i, kFeeds["last_recorded_at"]),
                                rows.Integer(i, kFeeds["count"])});
    });
    if (done) {
        done = ForEachRow(connection, kDifferenceCount, {operator_id},
                          [&](const ResultRows& rows, std::size_t i) { health.difference_count = rows.Integer(i); });
    }
    if (done) {
        done = ForEachRow(connection, kDifferences, {operator_id, most}, [&](const ResultRows& rows, std::size_t i) {
            health.differences.push_back(
                {rows.Identifier<EventId>(i, kDifferences["event_id"]), rows.String(i, kDifferences["idempotency_key"]),
                 rows.Time(i, kDifferences["first_seen"]), rows.Time(i, kDifferences["last_seen"]),
                 rows.Integer(i, kDifferences["count"])});
        });
    }
    if (done) {
        done = ForEachRow(connection, kAnomalyCount, {operator_id},
                          [&](const ResultRows& rows, std::size_t i) { health.anomaly_count = rows.Integer(i); });
    }
    if (done) {
        done = ForEachRow(connection, kAnomalies, {operator_id, most}, [&](const ResultRows& rows, std::size_t i) {
            health.anomalies.push_back(
                {rows.String(i, kAnomalies["kind"]), rows.Identifier<PlayerId>(i, kAnomalies["player_id"]),
                 rows.Identifier<EventId>(i, kAnomalies["event_id"]), rows.Time(i, kAnomalies["recorded_at"])});
        });
    }
    if (done) {
        done = ForEachRow(connection, kUnpriced, {operator_id}, [&](const ResultRows& rows, std::size_t i) {
            health.unpriced.push_back(
                {ReadCurrency(rows, i, kUnpriced["from_currency"]), ReadCurrency(rows, i, kUnpriced["to_currency"]),
                 rows.Integer(i, kUnpriced["unpriced_count"]), rows.Time(i, kUnpriced["first_event_time"])});
        });
    }
    if (done) done = ReadNearMisses(connection, operator_id, most, health);
    if (done) done = ReadAttributed(connection, operator_id, health);
    if (done) done = ReadVisitTotals(connection, operator_id, health);
    if (!done) return std::unexpected(done.error());
    return health;
}

}  // namespace fairlead::ledger
