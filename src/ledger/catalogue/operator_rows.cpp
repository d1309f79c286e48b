#include "base/assert.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Operator;

constexpr Sql kUpsertOperator(
    "INSERT INTO operators (operator_id, name, time_zone, base_currency, currencies, min_payout, portal_name,"
    " portal_logo_url, portal_primary_color, portal_domains, created_at, catalogue_version, last_seq)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0)"
    " ON CONFLICT (operator_id) DO UPDATE SET name = excluded.name, time_zone = excluded.time_zone,"
    " base_currency = excluded.base_currency, currencies = excluded.currencies, min_payout = excluded.min_payout,"
    " portal_name = excluded.portal_name, portal_logo_url = excluded.portal_logo_url,"
    " portal_primary_color = excluded.portal_primary_color, portal_domains = excluded.portal_domains");
constexpr Sql kSelectOperator(
    "SELECT name, time_zone, base_currency, currencies, min_payout, portal_name, portal_logo_url,"
    " portal_primary_color, portal_domains, created_at, catalogue_version FROM operators WHERE operator_id = $1");

Operator ReadOperator(const ResultRows& rows, OperatorId id) {
    Operator self{
        .id = id,
        .name = rows.String(0, 0),
        .time_zone = rows.String(0, 1),
        .base_currency = ReadCurrency(rows, 0, 2),
        .declared_currencies = ParseList<Currency>(rows.Text(0, 3)),
        .min_payout = ReadDecimal(rows, 0, 4),
        .portal = {.name = rows.String(0, 5), .logo_url = rows.String(0, 6), .primary_color = rows.String(0, 7)},
        .created_at = rows.Time(0, 9)};
    for (const std::string_view domain : SplitTrimmed(rows.Text(0, 8), ',')) self.portal.domains.emplace_back(domain);
    return self;
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Operator& self) {
    FAIRLEAD_ASSERT(self.id == owner);
    const std::string currencies = Join(self.declared_currencies, [](const Currency& c) { return c.code(); });
    const std::string domains = Join(self.portal.domains, [](const std::string& domain) { return domain; });
    const std::string min_payout = self.min_payout.ToString();
    return connection.Run(
        kUpsertOperator, {Value::Of(owner), Text(self.name), Text(self.time_zone), Value::Of(self.base_currency.code()),
                          Text(currencies), Value::DecimalText(min_payout), Value::TextOrNull(self.portal.name),
                          Value::TextOrNull(self.portal.logo_url), Value::TextOrNull(self.portal.primary_color),
                          Text(domains), Value::Of(self.created_at)});
}

Status ReadSelf(Connection& connection, OperatorId owner, app::OperatorRecords& records) {
    const auto rows = TRY(connection.Query(kSelectOperator, {Value::Of(owner)}));
    if (rows.empty()) return Fail(ErrorCode::kNotFound, "the operator does not exist");
    records.self = ReadOperator(rows, owner);
    records.version = rows.Integer(0, 10);
    return {};
}

}  // namespace fairlead::ledger
