#include "app/resources/deal_terms_json.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using commission::Deal;
using commission::DealVersion;
using commission::kBindingNames;

constexpr Sql kUpsertDeal(
    "INSERT INTO deals (operator_id, deal_id, name, binding, brand_ids, countries, is_default, created_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    " ON CONFLICT (operator_id, deal_id) DO UPDATE SET name = excluded.name, binding = excluded.binding,"
    " brand_ids = excluded.brand_ids, countries = excluded.countries, is_default = excluded.is_default");
constexpr Sql kAddVersion(
    "INSERT INTO deal_versions (operator_id, deal_id, version, effective_from, terms, created_at)"
    " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (operator_id, deal_id, version) DO NOTHING");
constexpr Sql kWithdrawVersion(
    "INSERT INTO deal_withdrawals (operator_id, deal_id, version, withdrawn_at) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (operator_id, deal_id, version) DO NOTHING");
constexpr Sql kSelectDeals(
    "SELECT deal_id, name, binding, brand_ids, countries, is_default, created_at FROM deals WHERE operator_id = $1"
    " ORDER BY deal_id");
constexpr Sql kSelectVersions(
    "SELECT v.deal_id, v.version, v.effective_from, v.terms, v.created_at, w.withdrawn_at FROM deal_versions v"
    " LEFT JOIN deal_withdrawals w ON w.operator_id = v.operator_id AND w.deal_id = v.deal_id AND w.version = v.version"
    " WHERE v.operator_id = $1 ORDER BY v.deal_id, v.version");

Deal ReadDeal(const ResultRows& rows, std::size_t row) {
    Deal deal{.id = rows.Identifier<DealId>(row, 0),
              .name = rows.String(row, 1),
              .binding = FromName<commission::Binding>(kBindingNames, rows.Text(row, 2)),
              .scope = {.brands = ParseList<BrandId>(rows.Text(row, 3))},
              .is_default = rows.Integer(row, 5) != 0,
              .created_at = rows.Time(row, 6)};
    for (const std::string_view country : SplitTrimmed(rows.Text(row, 4), ',')) {
        deal.scope.countries.emplace_back(country);
    }
    return deal;
}

DealVersion ReadVersion(const ResultRows& rows, std::size_t row) {
    DealVersion version{.number = static_cast<std::int32_t>(rows.Integer(row, 1)),
                        .terms = app::TermsFromText(rows.Text(row, 3)),
                        .created_at = rows.Time(row, 4)};
    if (!rows.IsNull(row, 2)) version.effective_from = ReadDate(rows, row, 2);
    if (!rows.IsNull(row, 5)) version.withdrawn_at = rows.Time(row, 5);
    return version;
}

Status StoreWithdrawals(Connection& connection, OperatorId owner, const Deal& deal) {
    ParameterRows withdrawals(4);
    for (const DealVersion& version : deal.versions) {
        if (!version.withdrawn_at) continue;
        withdrawals.Add({Value::Of(owner), Value::Of(deal.id), Value::Of(std::int64_t{version.number}),
                         Value::Of(*version.withdrawn_at)});
    }
    return withdrawals.empty() ? Status() : connection.RunEach(kWithdrawVersion, withdrawals);
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Deal& deal) {
    const std::string brands = Join(deal.scope.brands, [](BrandId brand) { return brand.ToString(); });
    const std::string countries = Join(deal.scope.countries, [](const std::string& country) { return country; });
    const Status stored = connection.Run(
        kUpsertDeal, {Value::Of(owner), Value::Of(deal.id), Text(deal.name), NameValue(kBindingNames, deal.binding),
                      Text(brands), Text(countries), Flag(deal.is_default), Value::Of(deal.created_at)});
    if (!stored) return stored;
    ParameterRows versions(6);
    for (const DealVersion& version : deal.versions) {
        const std::string_view terms = versions.Keep(app::TermsToText(version.terms));
        versions.Add({Value::Of(owner), Value::Of(deal.id), Value::Of(std::int64_t{version.number}),
                      DateOrNull(version.effective_from), Value::Of(terms), Value::Of(version.created_at)});
    }
    TRY(connection.RunEach(kAddVersion, versions));
    return StoreWithdrawals(connection, owner, deal);
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Deal>& deals) {
    TRY(ReadEvery(connection, kSelectDeals, owner, ReadDeal, deals));
    const auto rows = TRY(connection.Query(kSelectVersions, {Value::Of(owner)}));
    auto deal = deals.begin();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto id = rows.Identifier<DealId>(row, 0);
        while (deal != deals.end() && deal->id != id) ++deal;
        CheckReadable(deal != deals.end(), "the deal of a version");
        deal->versions.push_back(ReadVersion(rows, row));
    }
    return {};
}

}  // namespace fairlead::ledger
