#include "ledger/queries/unpriced_money.hpp"

#include <map>

#include "ledger/record/event_rows.hpp"
#include "ledger/record/plan_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

// More accruals are not added up, because the answer only informs people.
constexpr std::int64_t kUnpricedReadMax = 100'000;
constexpr Sql kUnpricedIn(
    "SELECT h.affiliate_id, h.from_currency, h.source, h.followed, e.amount, e.ngr_delta FROM held_accruals h"
    " LEFT JOIN events e ON e.operator_id = h.operator_id AND e.seq = h.event_seq"
    " WHERE h.operator_id = $1 AND h.period = $2 ORDER BY h.number LIMIT $3");

Decimal AmountAt(const ResultRows& rows, std::size_t row) {
    if (!rows.IsNull(row, kUnpricedIn["followed"])) return ReadDecimal(rows, row, kUnpricedIn["followed"]);
    if (!rows.IsNull(row, kUnpricedIn["ngr_delta"])) return ReadStoredDecimal(rows, row, kUnpricedIn["ngr_delta"]);
    return rows.IsNull(row, kUnpricedIn["amount"]) ? Decimal() : ReadStoredDecimal(rows, row, kUnpricedIn["amount"]);
}

}  // namespace

Result<std::vector<app::UnpricedMoney>> ReadUnpricedMoney(Connection& connection, const app::CloseRequest& request) {
    const auto plan = TRY(ReadPlan(connection, request.owner));
    const auto rows =
        TRY(connection.Query(kUnpricedIn, {Value::Of(request.owner), Value::Of(std::int64_t{request.period.number}),
                                           Value::Of(kUnpricedReadMax)}));
    std::map<Currency, app::UnpricedMoney> by_currency;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto affiliate = rows.Identifier<AffiliateId>(row, kUnpricedIn["affiliate_id"]);
        if (request.affiliate && affiliate != *request.affiliate) continue;
        if (plan->IsClosed(affiliate, request.period)) continue;
        const Currency currency = ReadCurrency(rows, row, kUnpricedIn["from_currency"]);
        app::UnpricedMoney& money = by_currency.try_emplace(currency, app::UnpricedMoney{currency}).first->second;
        ++money.count;
        // A parent's share is of the same money as the sub-affiliate's accrual, which is already added.
        if (rows.IsNull(row, kUnpricedIn["source"])) money.amount += AmountAt(rows, row);
    }
    std::vector<app::UnpricedMoney> unpriced;
    for (const auto& [currency, money] : by_currency) unpriced.push_back(money);
    return unpriced;
}

}  // namespace fairlead::ledger
