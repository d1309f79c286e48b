#include "ledger/record/held_rows.hpp"

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using commission::Held;

constexpr Sql kInsertHeld(
    "INSERT INTO held_accruals (operator_id, number, held_at, affiliate_id, player_id, event_seq, deal_id,"
    " deal_version, component, period, late, from_currency, to_currency, event_time, source)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)");
constexpr Sql kDelete("DELETE FROM held_accruals WHERE operator_id = $1 AND number = $2");
// A parent's share of what was taken from its child has nothing to do with whom the player is given to.
constexpr Sql kDeleteOf(
    "DELETE FROM held_accruals WHERE operator_id = $1 AND player_id = $2 AND NOT EXISTS (SELECT 1 FROM accruals a"
    " WHERE a.operator_id = $1 AND a.number = held_accruals.source AND a.reverses IS NOT NULL)");
#define FAIRLEAD_HELD_COLUMNS                                                                              \
    "number, held_at, affiliate_id, player_id, event_seq, deal_id, deal_version, component, period, late," \
    " from_currency, to_currency, event_time, source"
constexpr Sql kSelectHeld("SELECT " FAIRLEAD_HELD_COLUMNS
                          " FROM held_accruals WHERE operator_id = $1 AND number > $2 ORDER BY number LIMIT $3");
constexpr Sql kSelectPairs(
    "SELECT DISTINCT from_currency, to_currency FROM held_accruals WHERE operator_id = $1"
    " ORDER BY from_currency, to_currency");
constexpr Sql kSelectOfPair("SELECT " FAIRLEAD_HELD_COLUMNS
                            " FROM held_accruals WHERE operator_id = $1 AND from_currency = $2 AND to_currency = $3"
                            " AND event_time >= $4 AND number > $5 ORDER BY number LIMIT $6");

HeldRow ReadHeldRow(const ResultRows& rows, std::size_t i) {
    HeldRow row;
    row.number = rows.Integer(i, 0);
    row.held_at = rows.Time(i, 1);
    row.affiliate = rows.Identifier<AffiliateId>(i, 2);
    row.player = rows.Identifier<PlayerId>(i, 3);
    row.event_seq = rows.Integer(i, 4);
    row.deal = rows.Identifier<DealId>(i, 5);
    row.version = static_cast<std::int32_t>(rows.Integer(i, 6));
    row.component = FromName<commission::Component>(commission::kComponentNames, rows.Text(i, 7));
    row.period.months = static_cast<std::int32_t>(rows.Integer(i, 8));
    row.late = rows.Integer(i, 9) != 0;
    row.from = *Currency::Parse(rows.Text(i, 10));
    row.to = *Currency::Parse(rows.Text(i, 11));
    row.event_time = rows.Time(i, 12);
    if (!rows.IsNull(i, 13)) row.source = rows.Integer(i, 13);
    return row;
}

Result<std::vector<HeldRow>> ReadHeldRows(const Result<ResultRows>& rows) {
    if (!rows) return std::unexpected(rows.error());
    std::vector<HeldRow> held;
    held.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) held.push_back(ReadHeldRow(*rows, i));
    return held;
}

}  // namespace

Status InsertHeld(Connection& connection, OperatorId owner, Timestamp held_at, std::span<const Held> held) {
    if (held.empty()) return {};
    ParameterRows parameters(15);
    for (const Held& one : held) {
        parameters.Add({Value::Of(owner), Value::Of(one.number), Value::Of(held_at), Value::Of(one.affiliate),
                        Value::Of(one.player.id), Value::Of(one.event.seq), Value::Of(one.deal),
                        Value::Of(std::int64_t{one.version}), Value::Of(Name(one.component)),
                        Value::Of(std::int64_t{one.period.months}), Flag(one.late), Value::Of(one.from.code()),
                        Value::Of(one.to.code()), Value::Of(one.event.time),
                        one.child ? Value::Of(one.child->number) : Value::Null()});
    }
    return connection.RunEach(kInsertHeld, parameters);
}

Status DeleteHeld(Connection& connection, OperatorId owner, std::span<const std::int64_t> numbers) {
    if (numbers.empty()) return {};
    ParameterRows parameters(2);
    for (const std::int64_t number : numbers) parameters.Add({Value::Of(owner), Value::Of(number)});
    return connection.RunEach(kDelete, parameters);
}

Status DeleteHeldOf(Connection& connection, OperatorId owner, PlayerId player) {
    return connection.Run(kDeleteOf, {Value::Of(owner), Value::Of(player)});
}

Result<std::vector<HeldRow>> ReadHeld(Connection& connection, OperatorId owner, std::int64_t after,
                                      std::int64_t limit) {
    return ReadHeldRows(connection.Query(kSelectHeld, {Value::Of(owner), Value::Of(after), Value::Of(limit)}));
}

Result<std::vector<CurrencyPair>> ReadHeldPairs(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kSelectPairs, {Value::Of(owner)}));
    std::vector<CurrencyPair> pairs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        pairs.push_back({*Currency::Parse(rows.Text(i, 0)), *Currency::Parse(rows.Text(i, 1))});
    }
    return pairs;
}

Result<std::vector<HeldRow>> ReadHeldOfPair(Connection& connection, OperatorId owner, const CurrencyPair& pair,
                                            Timestamp from, std::int64_t after, std::int64_t limit) {
    return ReadHeldRows(
        connection.Query(kSelectOfPair, {Value::Of(owner), Value::Of(pair.from.code()), Value::Of(pair.to.code()),
                                         Value::Of(from), Value::Of(after), Value::Of(limit)}));
}

}  // namespace fairlead::ledger
