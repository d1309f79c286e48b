#include "app/resources/deals/deal_terms_json.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using commission::Deal;
using commission::DealVersion;
using commission::kBindingNames;
using commission::kLateEventsNames;

constexpr SqlText kDealColumns("name, binding, brand_ids, countries, is_default, tier_pool, late_events");
constexpr ComposedSql kUpsertDeal(UpsertInto("deals", "operator_id, deal_id", kDealColumns, "created_at"));
constexpr SqlText kVersionColumns("operator_id, deal_id, version, effective_from, terms, created_at");
constexpr ComposedSql kAddVersion(InsertInto("deal_versions", kVersionColumns) +
                                  " ON CONFLICT (operator_id, deal_id, version) DO NOTHING");
constexpr SqlText kWithdrawalColumns("operator_id, deal_id, version, withdrawn_at");
constexpr ComposedSql kWithdrawVersion(InsertInto("deal_withdrawals", kWithdrawalColumns) +
                                       " ON CONFLICT (operator_id, deal_id, version) DO NOTHING");
constexpr ComposedSql kSelectDeals("SELECT deal_id, " + kDealColumns +
                                   ", created_at FROM deals WHERE operator_id = $1 ORDER BY deal_id");
constexpr Sql kSelectVersions(
    "SELECT v.deal_id, v.version, v.effective_from, v.terms, v.created_at, w.withdrawn_at FROM deal_versions v"
    " LEFT JOIN deal_withdrawals w ON w.operator_id = v.operator_id AND w.deal_id = v.deal_id AND w.version = v.version"
    " WHERE v.operator_id = $1 ORDER BY v.deal_id, v.version");

Deal ReadDeal(const ResultRows& rows, std::size_t row) {
    Deal deal{
        .id = rows.Identifier<DealId>(row, kSelectDeals["deal_id"]),
        .name = rows.String(row, kSelectDeals["name"]),
        .binding = FromName<commission::Binding>(kBindingNames, rows.Text(row, kSelectDeals["binding"])),
        .scope = {.brands = ParseList<BrandId>(rows.Text(row, kSelectDeals["brand_ids"]))},
        .is_default = rows.Integer(row, kSelectDeals["is_default"]) != 0,
        .created_at = rows.Time(row, kSelectDeals["created_at"]),
        .tier_pool = rows.String(row, kSelectDeals["tier_pool"]),
        .late_events = FromName<commission::LateEvents>(kLateEventsNames, rows.Text(row, kSelectDeals["late_events"]))};
    for (const std::string_view country : SplitTrimmed(rows.Text(row, kSelectDeals["countries"]), ',')) {
        deal.scope.countries.emplace_back(country);
    }
    return deal;
}

DealVersion ReadVersion(const ResultRows& rows, std::size_t row) {
    DealVersion version{.number = static_cast<std::int32_t>(rows.Integer(row, kSelectVersions["version"])),
                        .terms = app::TermsFromText(rows.Text(row, kSelectVersions["terms"])),
                        .created_at = rows.Time(row, kSelectVersions["created_at"])};
    if (!rows.IsNull(row, kSelectVersions["effective_from"]))
        version.effective_from = ReadDate(rows, row, kSelectVersions["effective_from"]);
    if (!rows.IsNull(row, kSelectVersions["withdrawn_at"]))
        version.withdrawn_at = rows.Time(row, kSelectVersions["withdrawn_at"]);
    return version;
}

Status StoreWithdrawals(Connection& connection, OperatorId owner, const Deal& deal) {
    ParameterRows withdrawals(kWithdrawalColumns.column_count());
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
                      Text(brands), Text(countries), Flag(deal.is_default), Text(deal.tier_pool),
                      NameValue(kLateEventsNames, deal.late_events), Value::Of(deal.created_at)});
    if (!stored) return stored;
    ParameterRows versions(kVersionColumns.column_count());
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
        const auto id = rows.Identifier<DealId>(row, kSelectVersions["deal_id"]);
        while (deal != deals.end() && deal->id != id) ++deal;
        CheckReadable(deal != deals.end(), "the deal of a version");
        deal->versions.push_back(ReadVersion(rows, row));
    }
    return {};
}

}  // namespace fairlead::ledger
