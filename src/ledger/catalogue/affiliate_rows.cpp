#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Affiliate;
using catalogue::kAffiliateStatusNames;

constexpr Sql kUpsertAffiliate(
    "INSERT INTO affiliates (operator_id, affiliate_id, name, email, status, parent_affiliate_id, deal_ids, min_payout,"
    " notes, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    " ON CONFLICT (operator_id, affiliate_id) DO UPDATE SET name = excluded.name, email = excluded.email,"
    " status = excluded.status, parent_affiliate_id = excluded.parent_affiliate_id, deal_ids = excluded.deal_ids,"
    " min_payout = excluded.min_payout, notes = excluded.notes");
constexpr Sql kSelectAffiliates(
    "SELECT affiliate_id, name, email, status, parent_affiliate_id, deal_ids, min_payout, notes, created_at"
    " FROM affiliates WHERE operator_id = $1 ORDER BY affiliate_id");

Affiliate ReadAffiliate(const ResultRows& rows, std::size_t row) {
    Affiliate affiliate{.id = rows.Identifier<AffiliateId>(row, 0),
                        .name = rows.String(row, 1),
                        .email = rows.String(row, 2),
                        .status = FromName<catalogue::AffiliateStatus>(kAffiliateStatusNames, rows.Text(row, 3)),
                        .parent = ReadId<AffiliateId>(rows, row, 4),
                        .deals = ParseList<DealId>(rows.Text(row, 5)),
                        .notes = rows.String(row, 7),
                        .created_at = rows.Time(row, 8)};
    if (!rows.IsNull(row, 6)) affiliate.min_payout = ReadDecimal(rows, row, 6);
    return affiliate;
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Affiliate& affiliate) {
    const std::string deals = Join(affiliate.deals, [](DealId deal) { return deal.ToString(); });
    const std::string min_payout = affiliate.min_payout ? affiliate.min_payout->ToString() : std::string();
    return connection.Run(kUpsertAffiliate,
                          {Value::Of(owner), Value::Of(affiliate.id), Text(affiliate.name), Text(affiliate.email),
                           NameValue(kAffiliateStatusNames, affiliate.status), IdOrNull(affiliate.parent), Text(deals),
                           affiliate.min_payout ? Value::DecimalText(min_payout) : Value::Null(),
                           Value::TextOrNull(affiliate.notes), Value::Of(affiliate.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Affiliate>& affiliates) {
    return ReadEvery(connection, kSelectAffiliates, owner, ReadAffiliate, affiliates);
}

}  // namespace fairlead::ledger
