#include "ledger/record/adjustment_rows.hpp"

#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kAdjustmentColumns(
    "operator_id, adjustment_id, affiliate_id, amount, currency, reason, actor, made_at, commit_no, reverses");
constexpr ComposedSql kInsertAdjustment(InsertInto("adjustments", kAdjustmentColumns));
constexpr SqlText kFromAdjustments(
    "SELECT a.adjustment_id, a.affiliate_id, a.amount, a.currency, a.reason, a.actor, a.made_at, a.reverses,"
    " r.adjustment_id AS reversed_by FROM adjustments a");
constexpr SqlText kWithReversals(
    " LEFT JOIN adjustments r ON r.operator_id = a.operator_id AND r.reverses = a.adjustment_id"
    " WHERE a.operator_id = $1");
constexpr auto kSelectAdjustments = kFromAdjustments + kWithReversals;
constexpr ComposedSql kOneAdjustment(kSelectAdjustments + " AND a.adjustment_id = $2");
constexpr ComposedSql kAdjustmentsBefore(kSelectAdjustments +
                                         " AND a.adjustment_id < $2 AND ($3 = '' OR a.currency = $3)"
                                         " ORDER BY a.adjustment_id DESC LIMIT $4");
constexpr ComposedSql kAdjustmentsOfBefore(kFromAdjustments + " {by adjustments_by_affiliate}" + kWithReversals +
                                           " AND a.adjustment_id < $2 AND ($3 = '' OR a.currency = $3)"
                                           " AND a.affiliate_id = $4 ORDER BY a.adjustment_id DESC LIMIT $5");
constexpr Sql kAdjustmentsOfAffiliate(
    "SELECT amount, currency, reason, commit_no FROM adjustments WHERE operator_id = $1 AND affiliate_id = $2"
    " ORDER BY commit_no, adjustment_id");
constexpr Sql kAffiliates("SELECT DISTINCT affiliate_id FROM adjustments WHERE operator_id = $1 ORDER BY affiliate_id");

app::AdjustmentRecord ReadAdjustment(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<AdjustmentId>(row, kOneAdjustment["adjustment_id"]),
            .affiliate = rows.Identifier<AffiliateId>(row, kOneAdjustment["affiliate_id"]),
            .money = {ReadDecimal(rows, row, kOneAdjustment["amount"]),
                      ReadCurrency(rows, row, kOneAdjustment["currency"])},
            .reason = rows.String(row, kOneAdjustment["reason"]),
            .actor = rows.String(row, kOneAdjustment["actor"]),
            .made_at = rows.Time(row, kOneAdjustment["made_at"]),
            .reverses = ReadId<AdjustmentId>(rows, row, kOneAdjustment["reverses"]),
            .reversed_by = ReadId<AdjustmentId>(rows, row, kOneAdjustment["reversed_by"])};
}

// Greater than all ids.
AdjustmentId AfterAllAdjustments() {
    AdjustmentId id;
    id.uuid.bytes.fill(0xFF);
    return id;
}

}  // namespace

Result<std::optional<app::AdjustmentRecord>> FindAdjustment(Connection& connection, OperatorId owner, AdjustmentId id) {
    const auto rows = TRY(connection.Query(kOneAdjustment, {Value::Of(owner), Value::Of(id)}));
    if (rows.empty()) return std::nullopt;
    return ReadAdjustment(rows, 0);
}

Result<app::AdjustmentPage> ReadAdjustmentPage(Connection& connection, const app::AdjustmentQuery& query) {
    const AdjustmentId before = query.before.value_or(AfterAllAdjustments());
    const Value currency = Value::Of(query.currency ? query.currency->code() : std::string_view());
    const Value limit = Value::Of(static_cast<std::int64_t>(query.limit) + 1);
    const Value owner = Value::Of(query.owner);
    const auto rows =
        TRY(query.affiliate ? connection.Query(kAdjustmentsOfBefore,
                                               {owner, Value::Of(before), currency, Value::Of(*query.affiliate), limit})
                            : connection.Query(kAdjustmentsBefore, {owner, Value::Of(before), currency, limit}));
    app::AdjustmentPage page;
    for (std::size_t row = 0; row < std::min(rows.size(), query.limit); ++row) {
        page.items.push_back(ReadAdjustment(rows, row));
    }
    if (rows.size() > query.limit) page.more_after = page.items.back().id;
    return page;
}

Status InsertAdjustment(Connection& connection, OperatorId owner, const app::AdjustmentRecord& adjustment,
                        std::int64_t commit_no) {
    const std::string amount = adjustment.money.amount.ToString();
    return connection.Run(
        kInsertAdjustment,
        {Value::Of(owner), Value::Of(adjustment.id), Value::Of(adjustment.affiliate), Value::DecimalText(amount),
         Value::Of(adjustment.money.currency.code()), Text(adjustment.reason), Text(adjustment.actor),
         Value::Of(adjustment.made_at), Value::Of(commit_no), IdOrNull(adjustment.reverses)});
}

Result<AdjustmentsByCurrency> ReadPendingAdjustments(Connection& connection, OperatorId owner, AffiliateId affiliate,
                                                     const CommitByCurrency& last_statements) {
    const auto rows = TRY(connection.Query(kAdjustmentsOfAffiliate, {Value::Of(owner), Value::Of(affiliate)}));
    AdjustmentsByCurrency pending;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto currency = Currency::Parse(rows.Text(row, kAdjustmentsOfAffiliate["currency"]));
        CheckReadable(currency.has_value(), "a currency");
        const auto last = last_statements.find(*currency);
        if (last != last_statements.end() && rows.Integer(row, kAdjustmentsOfAffiliate["commit_no"]) <= last->second)
            continue;
        pending[*currency].push_back({ReadDecimal(rows, row, kAdjustmentsOfAffiliate["amount"]),
                                      rows.String(row, kAdjustmentsOfAffiliate["reason"])});
    }
    return pending;
}

Result<std::vector<AffiliateId>> ReadAdjustedAffiliates(Connection& connection, OperatorId owner) {
    const auto rows = TRY(connection.Query(kAffiliates, {Value::Of(owner)}));
    std::vector<AffiliateId> affiliates;
    for (std::size_t row = 0; row < rows.size(); ++row) affiliates.push_back(rows.Identifier<AffiliateId>(row));
    return affiliates;
}

}  // namespace fairlead::ledger
