#include "ledger/record/adjustment_rows.hpp"

#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kAdjustmentColumns(
    "operator_id, adjustment_id, affiliate_id, amount, currency, reason, actor, made_at, commit_no");
constexpr ComposedSql kInsertAdjustment(InsertInto("adjustments", kAdjustmentColumns));
constexpr Sql kAdjustmentsOfAffiliate(
    "SELECT amount, currency, reason, commit_no FROM adjustments WHERE operator_id = $1 AND affiliate_id = $2"
    " ORDER BY commit_no, adjustment_id");
constexpr Sql kAffiliates("SELECT DISTINCT affiliate_id FROM adjustments WHERE operator_id = $1 ORDER BY affiliate_id");

}  // namespace

Status InsertAdjustment(Connection& connection, OperatorId owner, const app::AdjustmentRecord& adjustment,
                        std::int64_t commit_no) {
    const std::string amount = adjustment.money.amount.ToString();
    return connection.Run(
        kInsertAdjustment,
        {Value::Of(owner), Value::Of(adjustment.id), Value::Of(adjustment.affiliate), Value::DecimalText(amount),
         Value::Of(adjustment.money.currency.code()), Text(adjustment.reason), Text(adjustment.actor),
         Value::Of(adjustment.made_at), Value::Of(commit_no)});
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
