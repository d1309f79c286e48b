#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::LandingPage;

constexpr SqlText kLandingPageColumns("brand_id, name, url, active");
constexpr ComposedSql kUpsertLandingPage(UpsertInto("landing_pages", "operator_id, landing_page_id",
                                                    kLandingPageColumns, "created_at"));
constexpr ComposedSql kSelectLandingPages(
    "SELECT landing_page_id, " + kLandingPageColumns +
    ", created_at FROM landing_pages WHERE operator_id = $1 ORDER BY landing_page_id");

LandingPage ReadLandingPage(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<LandingPageId>(row, kSelectLandingPages["landing_page_id"]),
            .brand = rows.Identifier<BrandId>(row, kSelectLandingPages["brand_id"]),
            .name = rows.String(row, kSelectLandingPages["name"]),
            .url = rows.String(row, kSelectLandingPages["url"]),
            .active = rows.Integer(row, kSelectLandingPages["active"]) != 0,
            .created_at = rows.Time(row, kSelectLandingPages["created_at"])};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const LandingPage& page) {
    return connection.Run(kUpsertLandingPage,
                          {Value::Of(owner), Value::Of(page.id), Value::Of(page.brand), Text(page.name), Text(page.url),
                           Flag(page.active), Value::Of(page.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<LandingPage>& pages) {
    return ReadEvery(connection, kSelectLandingPages, owner, ReadLandingPage, pages);
}

}  // namespace fairlead::ledger
