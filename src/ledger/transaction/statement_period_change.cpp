#include "ledger/transaction/statement_period_change.hpp"

#include <algorithm>

namespace fairlead::ledger {
namespace {

constexpr Sql kPeriodsWithSums(
    "SELECT DISTINCT period FROM commission_groups WHERE operator_id = $1 AND affiliate_id = $2");
constexpr Sql kPeriodsUnpriced(
    "SELECT DISTINCT period FROM held_accruals WHERE operator_id = $1 AND affiliate_id = $2");

// The greatest last day of the periods, and of `last`.
Status AddLastDay(const OperatorTransaction& transaction, const Sql& periods, AffiliateId affiliate,
                  std::optional<Date>& last) {
    const auto rows =
        TRY(transaction.connection.Query(periods, {Value::Of(transaction.moment.owner), Value::Of(affiliate)}));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Period period{static_cast<std::int32_t>(rows.Integer(i))};
        last = std::max(last, std::optional(period.LastDay()));
    }
    return {};
}

}  // namespace

Result<std::optional<commission::StatementPeriodChanged>> StatementPeriodChangeOf(
    OperatorTransaction& transaction, const catalogue::Affiliate& affiliate) {
    const commission::Plan& plan = transaction.cache.plan();
    if (plan.CalendarOf(affiliate.id).last_kind() == affiliate.statement_period) return std::nullopt;
    commission::StatementPeriodChanged change{affiliate.id, affiliate.statement_period, std::nullopt};
    if (plan.FindAffiliate(affiliate.id) == nullptr) return change;
    std::optional<Date> last;
    if (const auto closed = plan.LastClosed(affiliate.id)) last = closed->LastDay();
    TRY(AddLastDay(transaction, kPeriodsWithSums, affiliate.id, last));
    TRY(AddLastDay(transaction, kPeriodsUnpriced, affiliate.id, last));
    if (last) change.from = Date{last->days + 1};
    return change;
}

}  // namespace fairlead::ledger
