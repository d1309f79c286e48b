#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Brand;
using catalogue::kAttributionFallbackNames;
using catalogue::kNgrModeNames;

constexpr SqlText kBrandColumns(
    "name, website_url, attribution_window_days, attribution_fallback, ngr_mode, "
    "event_age_years_max, active");
constexpr ComposedSql kUpsertBrand(UpsertInto("brands", "operator_id, brand_id", kBrandColumns, "created_at"));
constexpr ComposedSql kSelectBrands("SELECT brand_id, " + kBrandColumns +
                                    ", created_at FROM brands WHERE operator_id = $1 ORDER BY brand_id");

Brand ReadBrand(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<BrandId>(row, kSelectBrands["brand_id"]),
            .name = rows.String(row, kSelectBrands["name"]),
            .website_url = rows.String(row, kSelectBrands["website_url"]),
            .attribution_window_days = static_cast<int>(rows.Integer(row, kSelectBrands["attribution_window_days"])),
            .attribution_fallback = FromName<catalogue::AttributionFallback>(
                kAttributionFallbackNames, rows.Text(row, kSelectBrands["attribution_fallback"])),
            .ngr_mode = FromName<catalogue::NgrMode>(kNgrModeNames, rows.Text(row, kSelectBrands["ngr_mode"])),
            .event_age_years_max = static_cast<int>(rows.Integer(row, kSelectBrands["event_age_years_max"])),
            .active = rows.Integer(row, kSelectBrands["active"]) != 0,
            .created_at = rows.Time(row, kSelectBrands["created_at"])};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Brand& brand) {
    return connection.Run(
        kUpsertBrand,
        {Value::Of(owner), Value::Of(brand.id), Text(brand.name), Value::TextOrNull(brand.website_url),
         Value::Of(std::int64_t{brand.attribution_window_days}),
         NameValue(kAttributionFallbackNames, brand.attribution_fallback), NameValue(kNgrModeNames, brand.ngr_mode),
         Value::Of(std::int64_t{brand.event_age_years_max}), Flag(brand.active), Value::Of(brand.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Brand>& brands) {
    return ReadEvery(connection, kSelectBrands, owner, ReadBrand, brands);
}

}  // namespace fairlead::ledger
