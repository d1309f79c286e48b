#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Affiliate;
using catalogue::kAffiliateStatusNames;

constexpr SqlText kAffiliateColumns(
    "name, email, status, parent_affiliate_id, deal_ids, min_payout, notes, approved_at, payout_currency,"
    " postbacks_allowed, payment_hold, payment_held_at, statement_period, tags, account_manager_id");
constexpr ComposedSql kUpsertAffiliate(UpsertInto("affiliates", "operator_id, affiliate_id", kAffiliateColumns,
                                                  "created_at"));
constexpr ComposedSql kSelectAffiliates("SELECT affiliate_id, " + kAffiliateColumns +
                                        ", created_at FROM affiliates WHERE operator_id = $1 ORDER BY affiliate_id");

// Tags contain no control characters.
constexpr char kTagEnd = '\n';

std::string JoinTags(const std::vector<std::string>& tags) {
    std::string joined;
    for (const std::string& tag : tags) joined.append(joined.empty() ? "" : "\n").append(tag);
    return joined;
}

Affiliate ReadAffiliate(const ResultRows& rows, std::size_t row) {
    Affiliate affiliate{.id = rows.Identifier<AffiliateId>(row, kSelectAffiliates["affiliate_id"]),
                        .name = rows.String(row, kSelectAffiliates["name"]),
                        .email = rows.String(row, kSelectAffiliates["email"]),
                        .status = FromName<catalogue::AffiliateStatus>(kAffiliateStatusNames,
                                                                       rows.Text(row, kSelectAffiliates["status"])),
                        .parent = ReadId<AffiliateId>(rows, row, kSelectAffiliates["parent_affiliate_id"]),
                        .deals = ParseList<DealId>(rows.Text(row, kSelectAffiliates["deal_ids"])),
                        .notes = rows.String(row, kSelectAffiliates["notes"]),
                        .created_at = rows.Time(row, kSelectAffiliates["created_at"]),
                        .postbacks_allowed = rows.Integer(row, kSelectAffiliates["postbacks_allowed"]) != 0};
    if (!rows.IsNull(row, kSelectAffiliates["min_payout"]))
        affiliate.min_payout = ReadDecimal(rows, row, kSelectAffiliates["min_payout"]);
    if (!rows.IsNull(row, kSelectAffiliates["approved_at"]))
        affiliate.approved_at = rows.Time(row, kSelectAffiliates["approved_at"]);
    if (!rows.IsNull(row, kSelectAffiliates["payout_currency"]))
        affiliate.payout_currency = ReadCurrency(rows, row, kSelectAffiliates["payout_currency"]);
    if (!rows.IsNull(row, kSelectAffiliates["payment_hold"]))
        affiliate.payment_hold = rows.String(row, kSelectAffiliates["payment_hold"]);
    if (!rows.IsNull(row, kSelectAffiliates["payment_held_at"]))
        affiliate.payment_held_at = rows.Time(row, kSelectAffiliates["payment_held_at"]);
    for (const std::string_view tag : SplitTrimmed(rows.Text(row, kSelectAffiliates["tags"]), kTagEnd))
        affiliate.tags.emplace_back(tag);
    affiliate.account_manager = ReadId<UserId>(rows, row, kSelectAffiliates["account_manager_id"]);
    affiliate.statement_period =
        FromName<PeriodKind>(kPeriodKindNames, rows.Text(row, kSelectAffiliates["statement_period"]));
    return affiliate;
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Affiliate& affiliate) {
    const std::string deals = Join(affiliate.deals, [](DealId deal) { return deal.ToString(); });
    const std::string tags = JoinTags(affiliate.tags);
    const std::string min_payout = affiliate.min_payout ? affiliate.min_payout->ToString() : std::string();
    return connection.Run(
        kUpsertAffiliate,
        {Value::Of(owner), Value::Of(affiliate.id), Text(affiliate.name), Text(affiliate.email),
         NameValue(kAffiliateStatusNames, affiliate.status), IdOrNull(affiliate.parent), Text(deals),
         affiliate.min_payout ? Value::DecimalText(min_payout) : Value::Null(), Value::TextOrNull(affiliate.notes),
         TimeOrNull(affiliate.approved_at),
         affiliate.payout_currency ? Value::Of(affiliate.payout_currency->code()) : Value::Null(),
         Flag(affiliate.postbacks_allowed), Value::TextOrNull(affiliate.payment_hold),
         TimeOrNull(affiliate.payment_held_at), NameValue(kPeriodKindNames, affiliate.statement_period), Text(tags),
         IdOrNull(affiliate.account_manager), Value::Of(affiliate.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Affiliate>& affiliates) {
    return ReadEvery(connection, kSelectAffiliates, owner, ReadAffiliate, affiliates);
}

}  // namespace fairlead::ledger
