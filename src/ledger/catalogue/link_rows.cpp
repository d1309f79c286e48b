#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Link;

// The code never changes, because published links must continue to work.
constexpr SqlText kLinkColumns(
    "affiliate_id, brand_id, destination_url, name, campaign_id, source_id, creative_id, geo_target, active,"
    " landing_page_id");
constexpr ComposedSql kUpsertLink(UpsertInto("links", "operator_id, link_id", kLinkColumns, "code, created_at"));
constexpr Sql kOtherWithCode("SELECT 1 FROM links WHERE code = $1 AND link_id <> $2");
constexpr ComposedSql kSelectLinks("SELECT link_id, " + kLinkColumns +
                                   ", code, created_at FROM links WHERE operator_id = $1 ORDER BY link_id");

Link ReadLink(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<LinkId>(row, kSelectLinks["link_id"]),
            .code = rows.String(row, kSelectLinks["code"]),
            .affiliate = rows.Identifier<AffiliateId>(row, kSelectLinks["affiliate_id"]),
            .brand = rows.Identifier<BrandId>(row, kSelectLinks["brand_id"]),
            .destination_url = rows.String(row, kSelectLinks["destination_url"]),
            .name = rows.String(row, kSelectLinks["name"]),
            .campaign = ReadId<CampaignId>(rows, row, kSelectLinks["campaign_id"]),
            .source = ReadId<MarketingSourceId>(rows, row, kSelectLinks["source_id"]),
            .creative = ReadId<CreativeId>(rows, row, kSelectLinks["creative_id"]),
            .geo_target = rows.String(row, kSelectLinks["geo_target"]),
            .active = rows.Integer(row, kSelectLinks["active"]) != 0,
            .created_at = rows.Time(row, kSelectLinks["created_at"]),
            .landing_page = ReadId<LandingPageId>(rows, row, kSelectLinks["landing_page_id"])};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Link& link) {
    // The code was checked against this node's snapshot, which may not have another operator's newest change.
    const auto taken = TRY(connection.Query(kOtherWithCode, {Text(link.code), Value::Of(link.id)}));
    if (!taken.empty()) return std::unexpected(Error{ErrorCode::kConflict, "/code", "is taken by another link"});
    return connection.Run(
        kUpsertLink, {Value::Of(owner), Value::Of(link.id), Value::Of(link.affiliate), Value::Of(link.brand),
                      Text(link.destination_url), Value::TextOrNull(link.name), IdOrNull(link.campaign),
                      IdOrNull(link.source), IdOrNull(link.creative), Value::TextOrNull(link.geo_target),
                      Flag(link.active), IdOrNull(link.landing_page), Text(link.code), Value::Of(link.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Link>& links) {
    return ReadEvery(connection, kSelectLinks, owner, ReadLink, links);
}

}  // namespace fairlead::ledger
