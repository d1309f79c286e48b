#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Link;

// The code is not updated: what was published must go on working.
constexpr Sql kUpsertLink(
    "INSERT INTO links (operator_id, link_id, code, affiliate_id, brand_id, destination_url, name, campaign_id,"
    " source_id, creative_id, geo_target, active, created_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
    " ON CONFLICT (operator_id, link_id) DO UPDATE SET affiliate_id = excluded.affiliate_id,"
    " brand_id = excluded.brand_id, destination_url = excluded.destination_url, name = excluded.name,"
    " campaign_id = excluded.campaign_id, source_id = excluded.source_id, creative_id = excluded.creative_id,"
    " geo_target = excluded.geo_target, active = excluded.active");
constexpr Sql kOtherWithCode("SELECT 1 FROM links WHERE code = $1 AND link_id <> $2");
constexpr Sql kSelectLinks(
    "SELECT link_id, code, affiliate_id, brand_id, destination_url, name, campaign_id, source_id, creative_id,"
    " geo_target, active, created_at FROM links WHERE operator_id = $1 ORDER BY link_id");

Link ReadLink(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<LinkId>(row, 0),
            .code = rows.String(row, 1),
            .affiliate = rows.Identifier<AffiliateId>(row, 2),
            .brand = rows.Identifier<BrandId>(row, 3),
            .destination_url = rows.String(row, 4),
            .name = rows.String(row, 5),
            .campaign = ReadId<CampaignId>(rows, row, 6),
            .source = ReadId<MarketingSourceId>(rows, row, 7),
            .creative = ReadId<CreativeId>(rows, row, 8),
            .geo_target = rows.String(row, 9),
            .active = rows.Integer(row, 10) != 0,
            .created_at = rows.Time(row, 11)};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Link& link) {
    // The decision was made on this node's snapshot, which another operator's change may not have reached.
    const auto taken = TRY(connection.Query(kOtherWithCode, {Text(link.code), Value::Of(link.id)}));
    if (!taken.empty()) return std::unexpected(Error{ErrorCode::kConflict, "/code", "is taken by another link"});
    return connection.Run(
        kUpsertLink,
        {Value::Of(owner), Value::Of(link.id), Text(link.code), Value::Of(link.affiliate), Value::Of(link.brand),
         Text(link.destination_url), Value::TextOrNull(link.name), IdOrNull(link.campaign), IdOrNull(link.source),
         IdOrNull(link.creative), Value::TextOrNull(link.geo_target), Flag(link.active), Value::Of(link.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Link>& links) {
    return ReadEvery(connection, kSelectLinks, owner, ReadLink, links);
}

}  // namespace fairlead::ledger
