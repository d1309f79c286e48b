#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Brand;
using catalogue::kAttributionFallbackNames;
using catalogue::kNgrModeNames;

constexpr Sql kUpsertBrand(
    "INSERT INTO brands (operator_id, brand_id, name, website_url, attribution_window_days, attribution_fallback, "
    "ngr_mode,"
    " active, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    " ON CONFLICT (operator_id, brand_id) DO UPDATE SET name = excluded.name, website_url = excluded.website_url,"
    " attribution_window_days = excluded.attribution_window_days,"
    " attribution_fallback = excluded.attribution_fallback, ngr_mode = excluded.ngr_mode, active = excluded.active");
constexpr Sql kSelectBrands(
    "SELECT brand_id, name, website_url, attribution_window_days, attribution_fallback, ngr_mode, active, created_at"
    " FROM brands WHERE operator_id = $1 ORDER BY brand_id");

Brand ReadBrand(const ResultRows& rows, std::size_t row) {
    return {
        .id = rows.Identifier<BrandId>(row, 0),
        .name = rows.String(row, 1),
        .website_url = rows.String(row, 2),
        .attribution_window_days = static_cast<int>(rows.Integer(row, 3)),
        .attribution_fallback = FromName<catalogue::AttributionFallback>(kAttributionFallbackNames, rows.Text(row, 4)),
        .ngr_mode = FromName<catalogue::NgrMode>(kNgrModeNames, rows.Text(row, 5)),
        .active = rows.Integer(row, 6) != 0,
        .created_at = rows.Time(row, 7)};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Brand& brand) {
    return connection.Run(
        kUpsertBrand, {Value::Of(owner), Value::Of(brand.id), Text(brand.name), Value::TextOrNull(brand.website_url),
                       Value::Of(std::int64_t{brand.attribution_window_days}),
                       NameValue(kAttributionFallbackNames, brand.attribution_fallback),
                       NameValue(kNgrModeNames, brand.ngr_mode), Flag(brand.active), Value::Of(brand.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Brand>& brands) {
    return ReadEvery(connection, kSelectBrands, owner, ReadBrand, brands);
}

}  // namespace fairlead::ledger
