#include "ledger/record/unpriced_rows.hpp"

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using commission::UnpricedAccrual;

constexpr auto kInsertedUnpricedColumns = "operator_id, " + kUnpricedColumns;
constexpr ComposedSql kInsertUnpriced(InsertInto("held_accruals", kInsertedUnpricedColumns));
constexpr Sql kDelete("DELETE FROM held_accruals WHERE operator_id = $1 AND number = $2");
constexpr Sql kDeleteShares("DELETE FROM held_accruals WHERE operator_id = $1 AND source = $2");
constexpr ComposedSql kSelectUnpriced(
    "SELECT " + kUnpricedColumns +
    " FROM held_accruals WHERE operator_id = $1 AND number > $2 ORDER BY number LIMIT $3");
constexpr ComposedSql kSelectOfPlayer("SELECT " + kUnpricedColumns +
                                      " FROM held_accruals WHERE operator_id = $1 AND player_id = $2 ORDER BY number");
constexpr Sql kSelectPairs(
    "SELECT DISTINCT from_currency, to_currency FROM held_accruals WHERE operator_id = $1"
    " ORDER BY from_currency, to_currency");
constexpr ComposedSql kSelectOfPair(
    "SELECT " + kUnpricedColumns +
    " FROM held_accruals WHERE operator_id = $1 AND from_currency = $2 AND to_currency = $3"
    " AND event_time >= $4 AND number > $5 ORDER BY number LIMIT $6");

Result<std::vector<UnpricedRow>> ReadAllUnpricedRows(const Result<ResultRows>& rows) {
    if (!rows) return std::unexpected(rows.error());
    std::vector<UnpricedRow> unpriced;
    unpriced.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) unpriced.push_back(ReadUnpricedRow(*rows, i));
    return unpriced;
}

}  // namespace

Decimal PercentOf(const UnpricedRow& row, const commission::Plan& plan) {
    const auto& terms = plan.KnownVersion(row.deal, row.version).version->terms;
    return terms.sub_affiliate ? row.percent.value_or(terms.sub_affiliate->percent_of_commission) : Decimal();
}

UnpricedRow ReadUnpricedRow(const ResultRows& rows, std::size_t i) {
    UnpricedRow row;
    row.number = rows.Integer(i, kUnpricedColumns["number"]);
    row.since = rows.Time(i, kUnpricedColumns["held_at"]);
    row.affiliate = rows.Identifier<AffiliateId>(i, kUnpricedColumns["affiliate_id"]);
    row.player = rows.Identifier<PlayerId>(i, kUnpricedColumns["player_id"]);
    row.event_seq = rows.Integer(i, kUnpricedColumns["event_seq"]);
    row.deal = rows.Identifier<DealId>(i, kUnpricedColumns["deal_id"]);
    row.version = static_cast<std::int32_t>(rows.Integer(i, kUnpricedColumns["deal_version"]));
    row.component =
        FromName<commission::Component>(commission::kComponentNames, rows.Text(i, kUnpricedColumns["component"]));
    row.period.number = static_cast<std::int32_t>(rows.Integer(i, kUnpricedColumns["period"]));
    row.late = rows.Integer(i, kUnpricedColumns["late"]) != 0;
    row.from = ReadCurrency(rows, i, kUnpricedColumns["from_currency"]);
    row.to = ReadCurrency(rows, i, kUnpricedColumns["to_currency"]);
    row.event_time = rows.Time(i, kUnpricedColumns["event_time"]);
    if (!rows.IsNull(i, kUnpricedColumns["source"])) row.source = rows.Integer(i, kUnpricedColumns["source"]);
    if (!rows.IsNull(i, kUnpricedColumns["percent"])) row.percent = ReadDecimal(rows, i, kUnpricedColumns["percent"]);
    if (!rows.IsNull(i, kUnpricedColumns["followed"]))
        row.followed = ReadDecimal(rows, i, kUnpricedColumns["followed"]);
    return row;
}

Status InsertUnpriced(Connection& connection, OperatorId owner, Timestamp since,
                      std::span<const UnpricedAccrual> unpriced) {
    if (unpriced.empty()) return {};
    ParameterRows parameters(kInsertedUnpricedColumns.column_count());
    for (const UnpricedAccrual& one : unpriced) {
        parameters.Add({Value::Of(owner), Value::Of(one.number), Value::Of(since), Value::Of(one.affiliate),
                        Value::Of(one.player.id), Value::Of(one.event.seq), Value::Of(one.deal),
                        Value::Of(std::int64_t{one.version}), Value::Of(Name(one.component)),
                        Value::Of(std::int64_t{one.period.number}), Flag(one.late), Value::Of(one.from.code()),
                        Value::Of(one.to.code()), Value::Of(one.event.time),
                        one.child && one.child->number != 0 ? Value::Of(one.child->number) : Value::Null(),
                        one.child ? Value::DecimalText(parameters.Keep(one.percent.ToString())) : Value::Null(),
                        one.child && one.child->number == 0
                            ? Value::DecimalText(parameters.Keep(one.child->amount.amount.ToString()))
                            : Value::Null()});
    }
    return connection.RunEach(kInsertUnpriced, parameters);
}

Status DeleteUnpriced(Connection& connection, OperatorId owner, std::span<const std::int64_t> numbers) {
    if (numbers.empty()) return {};
    ParameterRows parameters(2);
    for (const std::int64_t number : numbers) parameters.Add({Value::Of(owner), Value::Of(number)});
    return connection.RunEach(kDelete, parameters);
}

Status DeleteUnpricedSharesOf(Connection& connection, OperatorId owner, std::int64_t accrual) {
    return connection.Run(kDeleteShares, {Value::Of(owner), Value::Of(accrual)});
}

Result<std::vector<UnpricedRow>> ReadUnpricedRows(Connection& connection, OperatorId owner, std::int64_t after,
                                                  std::int64_t limit) {
    return ReadAllUnpricedRows(
        connection.Query(kSelectUnpriced, {Value::Of(owner), Value::Of(after), Value::Of(limit)}));
}

Result<std::vector<UnpricedRow>> ReadUnpricedOfPlayer(Connection& connection, OperatorId owner, PlayerId player) {
    return ReadAllUnpricedRows(connection.Query(kSelectOfPlayer, {Value::Of(owner), Value::Of(player)}));
}

Result<std::vector<CurrencyPair>> ReadUnpricedPairs(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kSelectPairs, {Value::Of(owner)}));
    std::vector<CurrencyPair> pairs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        pairs.push_back({*Currency::Parse(rows.Text(i, kSelectPairs["from_currency"])),
                         *Currency::Parse(rows.Text(i, kSelectPairs["to_currency"]))});
    }
    return pairs;
}

Result<std::vector<UnpricedRow>> ReadUnpricedOfPair(Connection& connection, OperatorId owner, const CurrencyPair& pair,
                                                    Timestamp from, std::int64_t after, std::int64_t limit) {
    return ReadAllUnpricedRows(
        connection.Query(kSelectOfPair, {Value::Of(owner), Value::Of(pair.from.code()), Value::Of(pair.to.code()),
                                         Value::Of(from), Value::Of(after), Value::Of(limit)}));
}

}  // namespace fairlead::ledger
